import { z } from 'zod';
// oxlint-disable-next-line import/default -- the text of a program, see scripts/reader-programs.mjs
import source from './file-text.reader.server.ts?program';
import { readPdfText } from './pdf-text.server';
import { readWithProgram, type StoredFile } from '~/platform/reader-sandbox/reader-program.server';
import { maxPages } from './text-parts.server';

/** The text of a file by page, or by part where a format knows no pages. */
export type DocumentText = { pages: string[]; pageCount: number | null };

/** Characters of one page that are kept; an index entry has a limit too. */
const longestPage = 200_000;

const usualMost = { time: 120_000, memory: 300_000_000, answer: 150_000_000 };

const withoutPages = z.enum(['docx', 'odt', 'txt', 'md', 'csv']);
/** The input of the program that reads files of a format that knows no pages. */
export type FileTextTask = { extension: z.output<typeof withoutPages> };
const parts = z.array(z.string()).max(maxPages);

/**
 * The text inside a file.
 * @returns null for kinds that hold none we can read
 * @throws like `readWithProgram`
 */
export async function textOfFile(
  extension: string,
  file: StoredFile,
): Promise<DocumentText | null> {
  if (extension === 'pdf') return textOfPdf(file);
  const known = withoutPages.safeParse(extension);
  return known.success ? textInParts({ extension: known.data }, file) : null;
}

async function textInParts(task: FileTextTask, file: StoredFile): Promise<DocumentText> {
  const pages = parts.parse(await readWithProgram({ source, task }, file, usualMost));
  return { pages, pageCount: null };
}

async function textOfPdf(file: StoredFile): Promise<DocumentText> {
  const { pages, pageCount } = await readPdfText(file);
  return { pages: pages.map(normalizeWhitespace), pageCount };
}

/** Without NUL, which the database refuses, and with words whole that a line end had cut. */
function normalizeWhitespace(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/(\p{Ll})[-\u00AD]\n\s*(\p{Ll})/gu, '$1$2')
    .normalize('NFC')
    .toWellFormed()
    .trim()
    .slice(0, longestPage);
}
