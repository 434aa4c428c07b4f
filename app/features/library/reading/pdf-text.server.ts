import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
// oxlint-disable-next-line import/default -- the text of a program, see scripts/reader-programs.mjs
import source from './pdf-text.reader.server.ts?program';
import {
  type Most,
  type Program,
  readWithProgram,
  type StoredFile,
} from '~/platform/reader-sandbox/reader-program.server';

/** What is read of a PDF: pages, and characters of one page and of all of them. */
const limits = { pages: 5_000, page: 200_000, document: 20_000_000 };
const usualMost = { time: 120_000, memory: 300_000_000, answer: 100_000_000 };

const require = createRequire(import.meta.url);
/** The build for programs without a browser. */
const library = require.resolve('pdfjs-dist/legacy/build/pdf.mjs');
/** Also has the character maps of Asian writing that a PDF names without bringing them. */
const readerFolder = dirname(require.resolve('pdfjs-dist/package.json'));
const files = {
  cMapUrl: `${readerFolder}/cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${readerFolder}/standard_fonts/`,
};

/** The input of the program that reads PDFs. */
const task = { library: pathToFileURL(library).href, files, limits };
export type PdfTask = typeof task;
export const pdfReader: Program = { source, task, folders: [readerFolder] };

const answer = z.strictObject({ pages: z.array(z.string()), pageCount: z.number().int() });
export type PdfText = z.output<typeof answer>;

/**
 * The text of a PDF page by page, as it stands there, read by a program of its own.
 * @throws like `readWithProgram`
 */
export async function readPdfText(file: StoredFile, most: Most = usualMost): Promise<PdfText> {
  return answer.parse(await readWithProgram(pdfReader, file, most));
}
