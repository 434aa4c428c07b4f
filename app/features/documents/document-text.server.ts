import { decodeText } from '~/lib/decode-text';
import { textOfOpenDocument, textOfWordFile } from './office-text.server';
import { readPdfText, type StoredFile } from './pdf-text.server';

/** The text of a file by page, or by part where a format knows no pages. */
export type DocumentText = { pages: string[]; pageCount: number | null };

const longestPart = 8_000;
const mostPages = 5_000;
/** Characters of one page that are kept; an index entry has a limit too. */
const longestPage = 200_000;

/** How the text of a kind of file is read from its bytes. */
const readers = new Map([
  ['docx', textOfWordFile],
  ['odt', textOfOpenDocument],
  ...['txt', 'md', 'csv'].map((extension) => [extension, decodeText] as const),
]);

/**
 * The text inside a file.
 * @returns null for kinds that hold none we can read
 * @throws when the file is damaged, encrypted or unpacks to too much
 */
export async function textOfFile(
  extension: string,
  file: StoredFile,
): Promise<DocumentText | null> {
  if (extension === 'pdf') return textOfPdf(file);
  const read = readers.get(extension);
  return read ? inParts(read(Buffer.concat(await file.stream.toArray()))) : null;
}

async function textOfPdf(file: StoredFile): Promise<DocumentText> {
  const { pages, pageCount } = await readPdfText(file);
  return { pages: pages.map(tidy), pageCount };
}

/** Without NUL, which the database refuses, and with words whole that a line end had cut. */
function tidy(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/(\p{Ll})[-\u00AD]\n\s*(\p{Ll})/gu, '$1$2')
    .normalize('NFC')
    .toWellFormed()
    .trim()
    .slice(0, longestPage);
}

/** Parts of a few thousand characters, cut between paragraphs where there are some. */
function inParts(text: string): DocumentText {
  const parts: string[] = [];
  let part = '';
  for (const paragraph of tidyWhole(text).split(/(?<=\n)/)) {
    for (let at = 0; at < paragraph.length || at === 0; at += longestPart) {
      const piece = paragraph.slice(at, at + longestPart);
      if (part.length + piece.length > longestPart) {
        parts.push(part.trim());
        part = '';
      }
      part += piece;
    }
  }
  parts.push(part.trim());
  return { pages: parts.filter(Boolean).slice(0, mostPages), pageCount: null };
}

function tidyWhole(text: string): string {
  return text.replaceAll('\0', '').replace(/\r\n?/g, '\n').normalize('NFC').toWellFormed();
}
