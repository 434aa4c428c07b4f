import { z } from 'zod';
import { requireModestZip } from '~/lib/zip-archive.server';
import type { WordBlock, WordSpan } from './word-document';

/** Far more than a judgment has; what comes after is left to the download. */
const mostBlocks = 5_000;

/** The parts of mammoth's document tree that we show; anything else is passed over. */
const node = z.object({
  type: z.string(),
  value: z.string().optional().catch(undefined),
  href: z.string().nullish().catch(undefined),
  styleName: z.string().nullish().catch(undefined),
  isBold: z.boolean().optional().catch(undefined),
  isItalic: z.boolean().optional().catch(undefined),
  isUnderline: z.boolean().optional().catch(undefined),
  numbering: z
    .object({ isOrdered: z.boolean(), level: z.coerce.number() })
    .nullish()
    .catch(undefined),
  children: z.array(z.unknown()).optional().catch(undefined),
});
type Node = z.output<typeof node>;

/**
 * A Word document as a list of blocks for the preview: headings, paragraphs, lists, tables. Only
 * text, a few marks and web addresses come through; no HTML is made.
 * @throws when the file is damaged or unpacks to too much
 */
export async function readWordDocument(bytes: Buffer): Promise<WordBlock[]> {
  requireModestZip(bytes);
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
  return childrenOf(node.parse(found[0])).flatMap(blockOf).slice(0, mostBlocks);
}

function childrenOf(parent: Node): Node[] {
  return (parent.children ?? []).flatMap((child) => {
    const parsed = node.safeParse(child);
    return parsed.success ? [parsed.data] : [];
  });
}

function blockOf(block: Node): WordBlock[] {
  if (block.type === 'table') {
    const rows = childrenOf(block)
      .filter(({ type }) => type === 'tableRow')
      .map((row) => childrenOf(row).map((cell) => childrenOf(cell).flatMap((one) => blockOf(one))));
    return [{ kind: 'table', rows }];
  }
  if (block.type !== 'paragraph') return childrenOf(block).flatMap((child) => blockOf(child));
  const spans = childrenOf(block).flatMap((child) => spansOf(child, {}));
  if (spans.every(({ text }) => !text.trim())) return [];
  const level = /^(?:heading|überschrift|titre) (\d)/i.exec(block.styleName ?? '')?.[1];
  if (level) return [{ kind: 'heading', level: Math.min(Number(level) + 1, 6), spans }];
  if (/^title$/i.test(block.styleName ?? '')) return [{ kind: 'heading', level: 2, spans }];
  if (!block.numbering) return [{ kind: 'paragraph', spans }];
  const { level: depth, isOrdered } = block.numbering;
  return [{ kind: 'item', depth: Math.min(depth, 8), isOrdered, spans }];
}

function spansOf(inline: Node, marks: Omit<WordSpan, 'text'>): WordSpan[] {
  if (inline.type === 'text') return [{ ...marks, text: inline.value ?? '' }];
  if (inline.type === 'tab') return [{ ...marks, text: '\t' }];
  if (inline.type === 'break') return [{ ...marks, text: '\n' }];
  const next = {
    ...marks,
    ...(inline.isBold ? { bold: true } : {}),
    ...(inline.isItalic ? { italic: true } : {}),
    ...(inline.isUnderline ? { underline: true } : {}),
    ...(inline.href && /^https?:\/\//i.test(inline.href) ? { link: inline.href } : {}),
  };
  return childrenOf(inline).flatMap((child) => spansOf(child, next));
}
