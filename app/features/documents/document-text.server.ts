import { decodeText } from '~/lib/decode-text';
import { textOfOpenDocument, textOfWordFile } from './office-text.server';
import { readPdfText } from './pdf-text.server';

/** The text of a file by page, or by part where a format knows no pages. */
export type DocumentText = { pages: string[]; pageCount: number | null };

const longestPart = 8_000;
const mostPages = 5_000;
/** Characters of one page that are kept; an index entry has a limit too. */
const longestPage = 200_000;

/**
 * The text inside a file.
 * @returns null for kinds that hold none we can read
 * @throws when the file is damaged, encrypted or unpacks to too much
 */
export async function textOfFile(extension: string, bytes: Buffer): Promise<DocumentText | null> {
  if (extension === 'pdf') return textOfPdf(bytes);
  if (extension === 'docx') return inParts(textOfWordFile(bytes));
  if (extension === 'odt') return inParts(textOfOpenDocument(bytes));
  if (['txt', 'md', 'csv'].includes(extension)) return inParts(decodeText(bytes));
  return null;
}

async function textOfPdf(bytes: Buffer): Promise<DocumentText> {
  const { pages, pageCount } = await readPdfText(bytes);
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
