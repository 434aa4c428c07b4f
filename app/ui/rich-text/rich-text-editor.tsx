import type { Editor } from '@tiptap/core';
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
import { pasteInto } from './paste-rich-text';
import { caretAfter } from './rich-text-caret';
import classes from './rich-text-editor.module.css';
import { richTextExtensions, toEdit } from './rich-text-extensions';
import { RichTextLinkPanel } from './rich-text-link-panel';
import { tableAtCaret, useTabKey } from './rich-text-table';
import { RichTextTablePanel } from './rich-text-table-panel';
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
  onChange?: (text: RichText) => void;
  ref?: Ref<RichTextHandle>;
};

/**
 * The editor of rich texts, loaded where one writes. It stands in an ordinary form: a hidden field
 * carries the text as JSON, another says that it does.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { id, name, label, describedBy, isInvalid, defaultValue, ref } = props;
  const { hasHeadings = false, hasTables = false } = props;
  const t = useTranslate();
  const [stored, setStored] = useState(defaultValue);
  const [panel, setPanel] = useState<'link' | 'table' | null>(null);
  /** Why something was not done as asked. */
  const [notice, setNotice] = useState<TextKey | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const editor = useEditor({
    extensions: richTextExtensions({ hasHeadings, hasTables }),
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
      handlePaste: (_view, event) => {
        let isLarge = false;
        const onLargeTable = () => (isLarge = true);
        const options = { hasHeadings, hasTables, onLargeTable };
        const pasted = pasteInto(editorOnPage.current, event, options);
        if (isLarge) setNotice('editor.table-as-lines');
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
        setPanel('link');
      }}
      role="presentation"
    >
      <RichTextToolbar
        editor={editor}
        controls={id}
        label={t('editor.toolbar', { field: label })}
        tools={textTools({
          hasHeadings,
          hasTables,
          onLink: () => setPanel((open) => (open === 'link' ? null : 'link')),
          onTable: () => setPanel((open) => (open === 'table' ? null : 'table')),
        })}
      />
      {panel === 'link' && (
        <RichTextLinkPanel id={panelId} editor={editor} onClose={() => setPanel(null)} />
      )}
      {panel === 'table' && (
        <RichTextTablePanel id={panelId} editor={editor} onClose={() => setPanel(null)} />
      )}
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
