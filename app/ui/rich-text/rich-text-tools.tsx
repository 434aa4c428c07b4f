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
  IconPhoto,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
  IconTable,
  IconUnderline,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { AllSelection, TextSelection } from '@tiptap/pm/state';
import { iconSize as size, type Tool } from './rich-text-toolbar';

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

type TextTools = {
  hasHeadings: boolean;
  hasTables: boolean;
  hasPictures: boolean;
  onLink: () => void;
  onTable: () => void;
  onPicture: () => void;
};

/** What can be done to a text. */
export function textTools({ hasHeadings, hasTables, hasPictures, ...on }: TextTools): Tool[] {
  const link: Tool = {
    name: 'editor.link',
    icon: <IconLink size={size} aria-hidden />,
    run: on.onLink,
    isOn: mark('link'),
    keys: 'Control+K',
  };
  const table: Tool = {
    name: 'editor.table',
    icon: <IconTable size={size} aria-hidden />,
    run: on.onTable,
    isOn: mark('table'),
  };
  const picture: Tool = {
    name: 'editor.picture',
    icon: <IconPhoto size={size} aria-hidden />,
    run: on.onPicture,
    isOn: mark('picture'),
  };
  return [
    ...(hasHeadings ? headingTools : []),
    ...toolsBeforeLink,
    link,
    ...toolsAfterLink,
    ...(hasTables ? [table] : []),
    ...(hasPictures ? [picture] : []),
  ];
}
