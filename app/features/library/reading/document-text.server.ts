import { z } from 'zod';
import { decodeText } from '~/features/library/documents/decode-text';
// oxlint-disable-next-line import/default -- the text of a program, see scripts/reader-programs.mjs
import officeReader from './office-text.reader.server.ts?program';
import { readPdfText } from './pdf-text.server';
import { readWithProgram, type StoredFile } from '~/platform/reader-sandbox/reader-program.server';
import { inParts, maxPages } from './text-parts.server';

/** The text of a file by page, or by part where a format knows no pages. */
export type DocumentText = { pages: string[]; pageCount: number | null };

/** Characters of one page that are kept; an index entry has a limit too. */
const longestPage = 200_000;

const maxOfficeCharacters = { time: 120_000, memory: 300_000_000, answer: 150_000_000 };

const officeFormat = z.enum(['docx', 'odt']);
/** The input of the program that reads Word and OpenDocument files. */
export type OfficeTask = { extension: z.output<typeof officeFormat> };
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
  if (['txt', 'md', 'csv'].includes(extension)) {
    const bytes = Buffer.concat(await file.stream.toArray());
    return { pages: inParts(decodeText(bytes)), pageCount: null };
  }
  const office = officeFormat.safeParse(extension);
  return office.success ? textOfOffice({ extension: office.data }, file) : null;
}

async function textOfOffice(task: OfficeTask, file: StoredFile): Promise<DocumentText> {
  const program = { source: officeReader, task };
  const pages = parts.parse(await readWithProgram(program, file, maxOfficeCharacters));
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
