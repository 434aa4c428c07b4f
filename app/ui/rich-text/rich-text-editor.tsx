import type { Editor } from '@tiptap/core';
import type { EditorProps } from '@tiptap/pm/view';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import {
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { TextKey } from '~/i18n/translate';
import { useTranslate } from '~/i18n/translation-context';
import { storedText } from '~/rich-text/editor-text';
import type { RichText } from '~/rich-text/rich-text';
import { type AskedFor, OpenPanel, toggled } from './panels/open-panel';
import { leavesPictures, pasteInto, pictureIn, type TakeFootnotes } from './paste-rich-text';
import { pictureChosen } from './figures/picture-node';
import { caretAfter } from './rich-text-caret';
import classes from './rich-text-editor.module.css';
import { richTextExtensions, toEdit } from './rich-text-extensions';
import { tableAtCaret, useTabKey } from './rich-text-table';
import { tableTools } from './rich-text-table-tools';
import { RichTextToolbar } from './rich-text-toolbar';
import { textTools } from './rich-text-tools';

/** What others may ask of an editor that is on the page. */
export type RichTextHandle = {
  read: () => RichText;
  write: (text: RichText) => void;
  insert: (text: string) => void;
  focus: () => void;
};

export type RichTextEditorProps = {
  id: string;
  name: string;
  label: string;
  describedBy?: string;
  isInvalid?: boolean;
  defaultValue: RichText;
  /** Where the field before it had the caret: the words before it. Null: it had not. */
  caret?: string | null;
  hasHeadings?: boolean;
  hasTables?: boolean;
  hasPictures?: boolean;
  onChange?: (text: RichText) => void;
  /** Where there is a list of footnotes beside the text. */
  onFootnotes?: TakeFootnotes;
  ref?: Ref<RichTextHandle>;
};

/**
 * The editor of rich texts, loaded where one writes. It stands in an ordinary form: a hidden field
 * carries the text as JSON, another says that it does.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { id, name, label, describedBy, isInvalid, defaultValue, ref } = props;
  const { hasHeadings = false, hasTables = false, hasPictures = false } = props;
  const parts = { hasHeadings, hasTables, hasPictures };
  const t = useTranslate();
  const [stored, setStored] = useState(defaultValue);
  const [asked, setAsked] = useState<AskedFor>(null);
  /** Why something was not done as asked. */
  const [notice, setNotice] = useState<TextKey | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const editor = useEditor({
    extensions: richTextExtensions(parts),
    content: toEdit(defaultValue),
    // The policy of the site allows no style elements made by scripts; the styles are ours.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        class: classes.content ?? '',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
      },
      ...(hasPictures ? pictureHandlers(setAsked) : {}),
      handlePaste: (_view, event) => {
        const picture = hasPictures && pictureIn(event.clipboardData);
        if (picture) setAsked(picture);
        if (picture) return true;
        let isLarge = false;
        const onLargeTable = () => (isLarge = true);
        let hasNotes = false;
        const onFootnotes: TakeFootnotes = (notes) => {
          const numbers = props.onFootnotes?.(notes) ?? null;
          hasNotes = numbers !== null;
          return numbers;
        };
        const options = { hasHeadings, hasTables, onLargeTable, onFootnotes };
        const pasted = pasteInto(editorOnPage.current, event, options);
        if (isLarge) setNotice('editor.table-as-lines');
        else if (hasPictures && leavesPictures(event.clipboardData)) {
          setNotice('editor.picture-not-pasted');
        } else if (hasNotes) setNotice('editor.footnotes-taken');
        return pasted;
      },
    },
    onUpdate: ({ editor: now }) => {
      const text = storedText(now.getJSON());
      setStored(text);
      setNotice(null);
      props.onChange?.(text);
    },
  });
  const isInTable = useEditorState({
    editor,
    selector: ({ editor: now }) => tableAtCaret(now) !== null,
  });
  const editorOnPage = useRef<Editor | null>(editor);
  useEffect(() => {
    editorOnPage.current = editor;
  }, [editor]);
  useTabKey(box, editor);
  useCaret(editor, props.caret ?? null);
  useImperativeHandle(ref, () => ({
    read: () => storedText(editor.getJSON()),
    write: (text) => {
      editor.commands.setContent(toEdit(text));
    },
    insert: (text) => {
      editor.chain().focus().insertContent({ type: 'text', text }).run();
    },
    focus: () => {
      editor.commands.focus('end');
    },
  }));
  return (
    <div
      ref={box}
      className={classes.box}
      data-invalid={isInvalid || undefined}
      onKeyDown={(event) => {
        if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        setAsked('link');
      }}
      role="presentation"
    >
      <RichTextToolbar
        editor={editor}
        controls={id}
        label={t('editor.toolbar', { field: label })}
        tools={textTools({
          ...parts,
          onLink: () => setAsked(toggled('link')),
          onTable: () => setAsked(toggled('table')),
          onPicture: () => setAsked(toggled('picture')),
        })}
      />
      <OpenPanel asked={asked} id={panelId} editor={editor} onClose={() => setAsked(null)} />
      <EditorContent editor={editor} />
      {isInTable && (
        <RichTextToolbar
          editor={editor}
          controls={id}
          label={t('editor.table-toolbar', { field: label })}
          tools={tableTools(() => setNotice('editor.table-size'))}
        />
      )}
      {hasTables && (
        <p role="status" className={classes.notice}>
          {notice ? t(notice) : isInTable && t('editor.table-keys')}
        </p>
      )}
      <input type="hidden" name={name} value={JSON.stringify(stored)} />
      <input type="hidden" name={`${name}Format`} value="json" />
    </div>
  );
}

/** Opens the panel for a picture that is dropped, pressed twice or, when it is chosen, by Enter. */
function pictureHandlers(ask: (asked: AskedFor) => void): EditorProps {
  return {
    handleDrop: (_view, event) => {
      const picture = pictureIn(event.dataTransfer);
      if (picture) ask(picture);
      return picture !== null;
    },
    handleDoubleClickOn: (_view, _place, node) => {
      if (node.type.name === 'picture') ask('picture');
      return false;
    },
    handleKeyDown: (view, { key }) => {
      const isAsked = key === 'Enter' && pictureChosen(view) !== null;
      if (isAsked) ask('picture');
      return isAsked;
    },
  };
}

/** Takes the caret over from the field that stood here, before the next key is pressed. */
function useCaret(editor: Editor, wordsBefore: string | null): void {
  useLayoutEffect(() => {
    if (wordsBefore === null) return;
    // The commands of the editor would wait for the next frame.
    const { state, view } = editor;
    view.dispatch(state.tr.setSelection(caretAfter(state.doc, wordsBefore)));
    view.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once, at the beginning
  }, []);
}
