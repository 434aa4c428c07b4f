import { type Editor, Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Selection } from '@tiptap/pm/state';
import { picturePath } from '~/rich-text/pictures';
import { type Picture, pictureOf } from '~/rich-text/rich-text';

type Attrs = Picture['attrs'];

/** What a node of the editor says of its picture; null: it is none, or nothing that can be stored. */
function attrsOf({ type, attrs }: DocumentNode): Attrs | null {
  if (type.name !== 'picture') return null;
  const { caption, ...others } = attrs;
  return pictureOf(caption ? { ...others, caption } : others)?.attrs ?? null;
}

/** Takes an attribute over from what was copied in an editor; what is saved is checked (app/rich-text). */
const copied = (name: string) => ({
  default: '',
  parseHTML: (element: HTMLElement) => element.dataset[name] ?? '',
  renderHTML: ({ [name]: value }: Record<string, unknown>) =>
    value ? { [`data-${name}`]: value } : {},
});
const copiedNumber = (name: string) => ({
  ...copied(name),
  default: 0,
  parseHTML: (element: HTMLElement) => Number(element.dataset[name]),
});

/** A picture between the blocks of a text: chosen and deleted as a whole, by keys too. */
export const PictureNode = Node.create({
  name: 'picture',
  group: '',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    id: copied('id'),
    width: copiedNumber('width'),
    height: copiedNumber('height'),
    alt: copied('alt'),
    caption: copied('caption'),
  }),
  parseHTML: () => [{ tag: 'figure[data-id][data-alt]' }],
  renderHTML({ node, HTMLAttributes }) {
    const picture = attrsOf(node);
    if (!picture) return ['figure', HTMLAttributes];
    const { id, width, height, alt, caption } = picture;
    const src = picturePath(id, { width: Math.min(480, width), format: 'webp' });
    return [
      'figure',
      HTMLAttributes,
      ['img', { src, width, height, alt, draggable: 'false' }],
      ['figcaption', {}, ['span', { 'aria-hidden': 'true' }, `[${alt}]`], ` ${caption ?? ''}`],
    ];
  },
});

/** The picture that is chosen, or null. */
export function pictureChosen({ state: { selection } }: { state: EditorState }): Attrs | null {
  return selection instanceof NodeSelection ? attrsOf(selection.node) : null;
}

/** Where a picture is put: in the place of what is chosen, or of an empty line. */
function placeFor({ $from, from, to }: Selection): { from: number; to: number } {
  // Beside the blocks, or a whole one is chosen.
  if ($from.depth === 0) return { from, to };
  const { type, content } = $from.node(1);
  const isEmpty = type.name === 'paragraph' && content.size === 0;
  return { from: isEmpty ? $from.before(1) : $from.after(1), to: $from.after(1) };
}

/** Puts a picture in the place of the chosen one, else behind the block in which the caret stands. */
export function putPicture(editor: Editor, attrs: Attrs): void {
  const picture = editor.schema.nodeFromJSON({ type: 'picture', attrs });
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      const { from, to } = placeFor(tr.selection);
      tr.replaceWith(from, to, picture);
      const after = from + picture.nodeSize;
      if (after === tr.doc.content.size) tr.insert(after, editor.schema.node('paragraph'));
      // Not on the picture, which the next letter would replace.
      const next = Selection.findFrom(tr.doc.resolve(after), 1, true);
      tr.setSelection(next ?? NodeSelection.create(tr.doc, from)).scrollIntoView();
      return true;
    })
    .run();
}
