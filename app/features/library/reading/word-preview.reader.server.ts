import mammoth from 'mammoth';
import { requireModestZip } from '~/platform/reader-sandbox/zip-archive.server';
import { answerWith, taskGiven } from '~/platform/reader-sandbox/reader-task.server';
import type {
  WordBlock,
  WordDocumentContent,
  WordSpan,
} from '~/features/library/preview/word-document';
import type { WordTask } from './word-preview.server';

/** The parts of mammoth's document tree that we show; anything else is passed over. */
type Node = {
  type: string;
  value?: string;
  href?: string | null;
  styleName?: string | null;
  isBold?: boolean;
  isItalic?: boolean;
  isUnderline?: boolean;
  isStrikethrough?: boolean;
  verticalAlignment?: string | null;
  numbering?: { isOrdered: boolean; level: string | number } | null;
  noteType?: string;
  noteId?: string | number;
  altText?: string | null;
  contentType?: string;
  readAsBase64String?: () => Promise<string>;
  isHeader?: boolean;
  colSpan?: number;
  rowSpan?: number;
  children?: Node[];
};
type Reference = { noteType: string; noteId: string };
type Document = Node & {
  notes: { resolve: (reference: Reference) => { body: Node[] } | undefined };
};

/** What is met on the way through a document: its notes in their order, its pictures. */
type Walk = {
  notes: Reference[];
  pictures: { span: WordSpan; read: () => Promise<string>; type: string }[];
  /** How many tables the present place is in. */
  tables: number;
};

const most: WordTask = JSON.parse(taskGiven);

await answerWith(async (bytes): Promise<WordDocumentContent> => {
  await requireModestZip(bytes, most.marks);
  const document = await treeOf(bytes);
  const walk: Walk = { notes: [], pictures: [], tables: 0 };
  const blocks = childrenOf(document)
    .flatMap((block) => blockOf(block, walk))
    .slice(0, most.blocks);
  const footnotes = walk.notes
    .slice(0, most.blocks)
    .map((reference) =>
      (document.notes.resolve(reference)?.body ?? []).flatMap((block) => blockOf(block, walk)),
    );
  await readPictures(walk);
  return { blocks, footnotes };
});

async function treeOf(bytes: Buffer): Promise<Document> {
  const found: Document[] = [];
  await mammoth.convertToHtml(
    { buffer: bytes },
    {
      transformDocument: (document: Document) => {
        found.push(document);
        return document;
      },
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      externalFileAccess: false,
    },
  );
  const [document] = found;
  if (!document) throw new Error('nothing to show');
  return document;
}

async function readPictures({ pictures }: Walk): Promise<void> {
  let size = 0;
  for (const { span, read, type } of pictures) {
    const data = await read().catch(() => '');
    size += data.length;
    if (data !== '' && size <= most.pictures) span.picture = `data:${type};base64,${data}`;
  }
}

function childrenOf(parent: Node): Node[] {
  return parent.children ?? [];
}

function blockOf(block: Node, walk: Walk): WordBlock[] {
  if (block.type === 'table' && walk.tables < most.tables) return [tableOf(block, walk)];
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
  return [{ kind: 'item', depth: Math.min(Number(depth), 8), isOrdered, spans }];
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
    return [{ text: '', note: walk.notes.push({ noteType, noteId: String(noteId) }) }];
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
  if (type && most.pictureTypes.includes(type) && read) pictures.push({ span, read, type });
  return [span];
}
