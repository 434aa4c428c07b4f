import { Readable } from 'node:stream';
import { z } from 'zod';
import { type Most, readWithProgram } from '~/platform/reader-sandbox/reader-program.server';
import type { WordBlock, WordDocumentContent } from '~/features/library/preview/word-document';

/** What is shown of a Word document. */
const task = {
  /** Far more than a judgment has; what comes after is left to the download. */
  blocks: 5_000,
  /** Characters of all pictures together that go into the page; the others are named only. */
  pictures: 4_000_000,
  /** Tags and attributes of the file; a library makes an object of each. */
  marks: 150_000,
  /** Tables within tables that are shown as such; deeper ones are shown as their text. */
  tables: 5,
  /** Pictures that browsers show without running anything. */
  pictureTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
};
export type WordTask = typeof task;
/** Someone waits for it, and it is all shown in a page. */
const usualMost: Most = { time: 20_000, memory: 400_000_000, answer: 20_000_000 };

const spans = z.array(
  z.strictObject({
    text: z.string(),
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    underline: z.boolean().optional(),
    strike: z.boolean().optional(),
    raised: z.enum(['sub', 'sup']).optional(),
    link: z
      .string()
      .regex(/^https?:\/\//i)
      .optional(),
    note: z.number().int().positive().optional(),
    isPicture: z.boolean().optional(),
    picture: z
      .string()
      .regex(/^data:image\/(png|jpeg|gif|webp);base64,[\w+/]+=*$/)
      .optional(),
  }),
);
const span = z.int().max(1_000);
const block: z.ZodType<WordBlock> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('heading'), level: z.int().min(1).max(6), spans }),
    z.strictObject({ kind: z.literal('paragraph'), spans }),
    z.strictObject({ kind: z.literal('item'), depth: z.number(), isOrdered: z.boolean(), spans }),
    z.strictObject({ kind: z.literal('table'), rows: z.array(row) }),
  ]),
);
const blocks = z.array(block);
const row = z.strictObject({
  isHeader: z.boolean(),
  cells: z.array(z.strictObject({ columns: span, rows: span, blocks })),
});
const answer = z.strictObject({ blocks, footnotes: z.array(blocks) });

/**
 * A Word document as a list of blocks for the preview: headings, paragraphs, lists, tables,
 * pictures, and the foot- and endnotes after them. A program of its own reads it; of what that says
 * only text, a few marks, web addresses and plain pictures come through, and no HTML is made.
 * @throws like `readWithProgram`, also when the file is too long to be shown like this
 */
export async function readWordDocument(
  bytes: Buffer,
  most: Most = usualMost,
): Promise<WordDocumentContent> {
  // Its source is long, and many sites show no Word file for days.
  const { default: source } = await import('./word-preview.reader.server.ts?program');
  const file = { stream: Readable.from([bytes]), bytes: bytes.length };
  return answer.parse(await readWithProgram({ source, task }, file, most));
}
