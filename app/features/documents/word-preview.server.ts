import { z } from 'zod';
import { requireModestZip } from '~/lib/zip-archive.server';
import type { WordBlock, WordDocumentContent, WordSpan } from './word-document';

/** Far more than a judgment has; what comes after is left to the download. */
const mostBlocks = 5_000;
/** Bytes of all pictures together that go into the page; the others are named only. */
const mostPictures = 4_000_000;
/** Tags and attributes of the file; with more, making the page would hold up everybody's. */
const mostMarks = 150_000;
/** Tables within tables that are shown as such; deeper ones are shown as their text. */
const deepestTable = 5;
/** Pictures that browsers show without running anything. */
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The parts of mammoth's document tree that we show; anything else is passed over. */
const node = z.object({
  type: z.string(),
  value: z.string().optional().catch(undefined),
  href: z.string().nullish().catch(undefined),
  styleName: z.string().nullish().catch(undefined),
  isBold: z.boolean().optional().catch(undefined),
  isItalic: z.boolean().optional().catch(undefined),
  isUnderline: z.boolean().optional().catch(undefined),
  isStrikethrough: z.boolean().optional().catch(undefined),
  verticalAlignment: z.string().nullish().catch(undefined),
  numbering: z
    .object({ isOrdered: z.boolean(), level: z.coerce.number() })
    .nullish()
    .catch(undefined),
  noteType: z.string().optional().catch(undefined),
  noteId: z.coerce.string().optional().catch(undefined),
  altText: z.string().nullish().catch(undefined),
  contentType: z.string().optional().catch(undefined),
  readAsBase64String: z
    .custom<() => Promise<string>>((value) => typeof value === 'function')
    .optional()
    .catch(undefined),
  isHeader: z.boolean().optional().catch(undefined),
  colSpan: z.number().optional().catch(undefined),
  rowSpan: z.number().optional().catch(undefined),
  children: z.array(z.unknown()).optional().catch(undefined),
});
const noteSchema = z.object({ body: z.array(z.unknown()) });
type Notes = { resolve: (reference: unknown) => unknown };
const documentSchema = z.object({
  notes: z.custom<Notes>(
    (value) => typeof value === 'object' && value !== null && 'resolve' in value,
  ),
});
type Node = z.output<typeof node>;

/** What is met on the way through a document: its notes in their order, its pictures. */
type Walk = {
  notes: { noteType: string; noteId: string }[];
  pictures: { span: WordSpan; read: () => Promise<string>; type: string }[];
  /** How many tables the present place is in. */
  tables: number;
};

/**
 * A Word document as a list of blocks for the preview: headings, paragraphs, lists, tables,
 * pictures, and the foot- and endnotes after them. Only text, a few marks, web addresses and plain
 * pictures come through; no HTML is made.
 * @throws when the file is damaged, unpacks to too much or is too long to be shown like this
 */
export async function readWordDocument(bytes: Buffer): Promise<WordDocumentContent> {
  requireModestZip(bytes, mostMarks);
  const { default: mammoth } = await import('mammoth');
  const found: unknown[] = [];
  await mammoth.convertToHtml(
    { buffer: bytes },
    {
      transformDocument: (document: unknown) => {
        found.push(document);
        return document;
      },
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      externalFileAccess: false,
    },
  );
  const walk: Walk = { notes: [], pictures: [], tables: 0 };
  const blocks = childrenOf(node.parse(found[0]))
    .flatMap((block) => blockOf(block, walk))
    .slice(0, mostBlocks);
  const { notes } = documentSchema.parse(found[0]);
  const footnotes = walk.notes.slice(0, mostBlocks).map((reference) => {
    const note = noteSchema.safeParse(notes.resolve(reference));
    return note.success ? nodesOf(note.data.body).flatMap((block) => blockOf(block, walk)) : [];
  });
  await readPictures(walk);
  return { blocks, footnotes };
}

async function readPictures({ pictures }: Walk): Promise<void> {
  let size = 0;
  for (const { span, read, type } of pictures) {
    const data = await read().catch(() => '');
    size += data.length;
    if (data !== '' && size <= mostPictures) span.picture = `data:${type};base64,${data}`;
  }
}

function childrenOf(parent: Node): Node[] {
  return nodesOf(parent.children ?? []);
}

function nodesOf(children: readonly unknown[]): Node[] {
  return children.flatMap((child) => {
    const parsed = node.safeParse(child);
    return parsed.success ? [parsed.data] : [];
  });
}

function blockOf(block: Node, walk: Walk): WordBlock[] {
  if (block.type === 'table' && walk.tables < deepestTable) return [tableOf(block, walk)];
  if (block.type !== 'paragraph') {
    return childrenOf(block).flatMap((child) => blockOf(child, walk));
  }
  const spans = childrenOf(block).flatMap((child) => spansOf(child, {}, walk));
  if (spans.every(({ text, note, isPicture }) => !text.trim() && !note && !isPicture)) return [];
  const level = /^(?:heading|überschrift|titre) (\d)/i.exec(block.styleName ?? '')?.[1];
  if (level) return [{ kind: 'heading', level: Math.min(Number(level) + 1, 6), spans }];
  if (/^title$/i.test(block.styleName ?? '')) return [{ kind: 'heading', level: 2, spans }];
  if (!block.numbering) return [{ kind: 'paragraph', spans }];
  const { level: depth, isOrdered } = block.numbering;
  return [{ kind: 'item', depth: Math.min(depth, 8), isOrdered, spans }];
}

function tableOf(table: Node, walk: Walk): WordBlock {
  walk.tables += 1;
  const rows = childrenOf(table)
    .filter(({ type }) => type === 'tableRow')
    .map((row) => ({
      isHeader: row.isHeader ?? false,
      cells: childrenOf(row).map((cell) => ({
        columns: Math.min(cell.colSpan ?? 1, 100),
        rows: Math.min(cell.rowSpan ?? 1, 1_000),
        blocks: childrenOf(cell).flatMap((one) => blockOf(one, walk)),
      })),
    }));
  walk.tables -= 1;
  return { kind: 'table', rows };
}

function spansOf(inline: Node, marks: Omit<WordSpan, 'text'>, walk: Walk): WordSpan[] {
  if (inline.type === 'text') return [{ ...marks, text: inline.value ?? '' }];
  if (inline.type === 'tab') return [{ ...marks, text: '\t' }];
  if (inline.type === 'break') return [{ ...marks, text: '\n' }];
  if (inline.type === 'noteReference' && inline.noteType && inline.noteId) {
    const { noteType, noteId } = inline;
    return [{ text: '', note: walk.notes.push({ noteType, noteId }) }];
  }
  if (inline.type === 'image') return pictureOf(inline, walk);
  const next = {
    ...marks,
    ...(inline.isBold ? { bold: true } : {}),
    ...(inline.isItalic ? { italic: true } : {}),
    ...(inline.isUnderline ? { underline: true } : {}),
    ...(inline.isStrikethrough ? { strike: true } : {}),
    ...raisedOf(inline.verticalAlignment),
    ...(inline.href && /^https?:\/\//i.test(inline.href) ? { link: inline.href } : {}),
  };
  return childrenOf(inline).flatMap((child) => spansOf(child, next, walk));
}

function raisedOf(alignment: string | null | undefined): Pick<WordSpan, 'raised'> {
  if (alignment === 'superscript') return { raised: 'sup' };
  return alignment === 'subscript' ? { raised: 'sub' } : {};
}

/** A picture of a kind that is safe to show; of any other only its description. */
function pictureOf(image: Node, { pictures }: Walk): WordSpan[] {
  const { altText, contentType: type, readAsBase64String: read } = image;
  const span: WordSpan = { text: altText ?? '', isPicture: true };
  if (type && pictureTypes.includes(type) && read) pictures.push({ span, read, type });
  return [span];
}
