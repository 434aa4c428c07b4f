import { type CommandProps, Extension, type Extensions, Node } from '@tiptap/core';
import { Subscript } from '@tiptap/extension-subscript';
import { Superscript } from '@tiptap/extension-superscript';
import { Plugin } from '@tiptap/pm/state';
import { StarterKit } from '@tiptap/starter-kit';
import { type RichText, safeHref } from '~/rich-text/rich-text';
import { PictureNode } from './figures/picture-node';
import { tableExtensions } from './rich-text-table';

declare module '@tiptap/core' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Commands<ReturnType> {
    indentation: {
      /** One step in: an item of a list into the list before it, a paragraph by its margin. */
      indent: () => ReturnType;
      outdent: () => ReturnType;
    };
  }
}

const deepestIndent = 8;

const move =
  (step: 1 | -1) =>
  () =>
  ({ editor, commands }: CommandProps) => {
    if (editor.isActive('listItem')) {
      return step === 1 ? commands.sinkListItem('listItem') : commands.liftListItem('listItem');
    }
    const present = Number(editor.getAttributes('paragraph').indent ?? 0);
    const indent = Math.min(deepestIndent, Math.max(0, present + step));
    return commands.updateAttributes('paragraph', { indent });
  };

const Indentation = Extension.create({
  name: 'indentation',
  addGlobalAttributes() {
    return [
      {
        types: ['paragraph'],
        attributes: {
          indent: {
            default: 0,
            parseHTML: (element) => Number(element.dataset.indent ?? 0),
            renderHTML: ({ indent }) => (indent > 0 ? { 'data-indent': indent } : {}),
          },
        },
      },
    ];
  },
  addCommands() {
    return { indent: move(1), outdent: move(-1) };
  },
  addKeyboardShortcuts() {
    return {
      'Mod-]': () => this.editor.commands.indent(),
      'Mod-[': () => this.editor.commands.outdent(),
    };
  },
});

/** What not every rich text may have. */
export type RichTextParts = { hasHeadings: boolean; hasTables: boolean; hasPictures?: boolean };

/** Tables and pictures stand beside the other blocks of a text, not in lists, quotations or tables. */
const documentOf = ({ hasTables, hasPictures }: RichTextParts) =>
  Node.create({
    name: 'doc',
    topNode: true,
    content: `(block${hasTables ? ' | table' : ''}${hasPictures ? ' | picture' : ''})+`,
  });

/** After these one could write nothing, were there no paragraph. */
const closed = new Set(['table', 'picture']);

/** Keeps room to write in after the last table or picture. */
const RoomAtEnd = Extension.create({
  name: 'roomAtEnd',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction: (transactions, _before, { tr, schema }) => {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          if (!closed.has(tr.doc.lastChild?.type.name ?? '')) return null;
          return tr.insert(tr.doc.content.size, schema.node('paragraph'));
        },
      }),
    ];
  },
});

/** What a rich text may have, which is what lib/rich-text allows. */
export function richTextExtensions(parts: RichTextParts): Extensions {
  const { hasHeadings, hasTables, hasPictures } = parts;
  return [
    StarterKit.configure({
      ...(hasTables || hasPictures ? { document: false as const } : {}),
      heading: hasHeadings ? { levels: [2, 3] } : false,
      code: false,
      codeBlock: false,
      horizontalRule: false,
      // An empty paragraph of its own at the end would be selected with all the rest: a quotation
      // of everything would not be told as one, and pressing the button again would nest it.
      trailingNode: false,
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        isAllowedUri: (address) => safeHref.safeParse(address).success,
      },
    }),
    Subscript,
    Superscript,
    Indentation,
    ...(hasTables || hasPictures ? [documentOf(parts), RoomAtEnd] : []),
    ...(hasTables ? tableExtensions : []),
    ...(hasPictures ? [PictureNode] : []),
  ];
}

/** A text as the editor takes it up: at its end there is always a line in which the caret can stand. */
export function toEdit({ type, content }: RichText): RichText {
  const last = content.at(-1);
  const isOpen = last !== undefined && !closed.has(last.type);
  return { type, content: isOpen ? content : [...content, { type: 'paragraph' }] };
}
