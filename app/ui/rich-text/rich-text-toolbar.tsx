import {
  IconBlockquote,
  IconBold,
  IconClearFormatting,
  IconH2,
  IconH3,
  IconIndentDecrease,
  IconIndentIncrease,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
  IconUnderline,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { AllSelection, TextSelection } from '@tiptap/pm/state';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { TextKey } from '~/i18n/translate';
import { useTranslate } from '~/i18n/translation-context';
import classes from './rich-text-editor.module.css';

type Tool = {
  name: TextKey;
  icon: ReactNode;
  run: (editor: Editor) => void;
  /** Absent for what has no state, such as clearing. */
  isOn?: (editor: Editor) => boolean;
  keys?: string;
};

const size = 20;
const mark = (name: string) => (editor: Editor) => editor.isActive(name);

const headingTools: readonly Tool[] = [
  {
    name: 'editor.heading',
    icon: <IconH2 size={size} aria-hidden />,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    name: 'editor.sub-heading',
    icon: <IconH3 size={size} aria-hidden />,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
  },
];

/** Spec section 9, in its order; the link, which asks for an address, stands apart. */
const toolsBeforeLink: readonly Tool[] = [
  {
    name: 'editor.bold',
    icon: <IconBold size={size} aria-hidden />,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: mark('bold'),
    keys: 'Control+B',
  },
  {
    name: 'editor.italic',
    icon: <IconItalic size={size} aria-hidden />,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: mark('italic'),
    keys: 'Control+I',
  },
  {
    name: 'editor.underline',
    icon: <IconUnderline size={size} aria-hidden />,
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
    isOn: mark('underline'),
    keys: 'Control+U',
  },
  {
    name: 'editor.strike',
    icon: <IconStrikethrough size={size} aria-hidden />,
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    isOn: mark('strike'),
    keys: 'Control+Shift+S',
  },
];

const toolsAfterLink: readonly Tool[] = [
  {
    name: 'editor.blockquote',
    icon: <IconBlockquote size={size} aria-hidden />,
    run: (editor) =>
      editor
        .chain()
        .focus()
        .command(({ tr }) => {
          // With everything selected, the editor finds no quotation around it to take off.
          if (tr.selection instanceof AllSelection) {
            const [first, last] = [tr.doc.resolve(0), tr.doc.resolve(tr.doc.content.size)];
            tr.setSelection(TextSelection.between(first, last));
          }
          return true;
        })
        .toggleBlockquote()
        .run(),
    isOn: mark('blockquote'),
  },
  {
    name: 'editor.ordered-list',
    icon: <IconListNumbers size={size} aria-hidden />,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: mark('orderedList'),
  },
  {
    name: 'editor.bullet-list',
    icon: <IconList size={size} aria-hidden />,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: mark('bulletList'),
  },
  {
    name: 'editor.subscript',
    icon: <IconSubscript size={size} aria-hidden />,
    run: (editor) => editor.chain().focus().unsetSuperscript().toggleSubscript().run(),
    isOn: mark('subscript'),
  },
  {
    name: 'editor.superscript',
    icon: <IconSuperscript size={size} aria-hidden />,
    run: (editor) => editor.chain().focus().unsetSubscript().toggleSuperscript().run(),
    isOn: mark('superscript'),
  },
  {
    name: 'editor.indent',
    icon: <IconIndentIncrease size={size} aria-hidden />,
    run: (editor) => editor.chain().focus().indent().run(),
    keys: 'Control+]',
  },
  {
    name: 'editor.outdent',
    icon: <IconIndentDecrease size={size} aria-hidden />,
    run: (editor) => editor.chain().focus().outdent().run(),
    keys: 'Control+[',
  },
  {
    name: 'editor.clear',
    icon: <IconClearFormatting size={size} aria-hidden />,
    run: (editor) =>
      editor
        .chain()
        .focus()
        .unsetAllMarks()
        .clearNodes()
        .updateAttributes('paragraph', { indent: 0 })
        .run(),
  },
];

type ToolbarProps = {
  editor: Editor;
  /** Id of the field that the buttons act on. */
  controls: string;
  label: string;
  hasHeadings: boolean;
  onLink: () => void;
};

/**
 * The buttons of the editor (WAI-ARIA toolbar pattern): one stop for the tab key, arrows within,
 * each button says whether it is on.
 */
export function RichTextToolbar({ editor, controls, label, hasHeadings, onLink }: ToolbarProps) {
  const t = useTranslate();
  const [current, setCurrent] = useState(0);
  const link: Tool = {
    name: 'editor.link',
    icon: <IconLink size={size} aria-hidden />,
    run: onLink,
    isOn: mark('link'),
    keys: 'Control+K',
  };
  const tools = [...(hasHeadings ? headingTools : []), ...toolsBeforeLink, link, ...toolsAfterLink];
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.map((tool) => tool.isOn?.(now) ?? null),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = {
      ArrowRight: (current + 1) % tools.length,
      ArrowLeft: (current + tools.length - 1) % tools.length,
      Home: 0,
      End: tools.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    const button = event.currentTarget.querySelectorAll('button')[next];
    button?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus in turn
    <div
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      className={classes.toolbar}
      onKeyDown={onKeyDown}
    >
      {tools.map((tool, position) => (
        <button
          key={tool.name}
          type="button"
          className={classes.tool}
          tabIndex={position === current ? 0 : -1}
          aria-label={t(tool.name)}
          title={
            tool.keys ? `${t(tool.name)} (${tool.keys.replace('Control', 'Ctrl')})` : t(tool.name)
          }
          aria-keyshortcuts={tool.keys}
          aria-pressed={on[position] ?? undefined}
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(position)}
          onClick={() => tool.run(editor)}
        >
          {tool.icon}
        </button>
      ))}
    </div>
  );
}
