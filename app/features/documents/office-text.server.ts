import { readEntities, tagName, xmlPieces } from '~/lib/xml-pieces';
import { readZipEntries, ZipError } from '~/lib/zip-archive.server';

const breaks = new Map([
  ['text:tab', ' '],
  ['text:s', ' '],
  ['text:line-break', '\n'],
  ['/text:p', '\n'],
  ['/text:h', '\n'],
]);

/** The text of `content.xml`: paragraphs and headings end lines (OpenDocument 1.2 part 1, 5.1). */
export function textOfOpenDocument(bytes: Buffer): string {
  const [content] = readZipEntries(bytes, /^content\.xml$/);
  if (!content) throw new ZipError('no text inside');
  const said: string[] = [];
  let isBody = false;
  let hasBody = false;
  for (const piece of xmlPieces(content.toString('utf8'))) {
    if ('text' in piece) {
      if (isBody) said.push(readEntities(piece.text));
      continue;
    }
    const name = tagName(piece.tag);
    if (name === 'office:body') isBody = hasBody = true;
    else if (name === '/office:body') isBody = false;
    else if (isBody) said.push(breaks.get(name) ?? '');
  }
  if (!hasBody) throw new ZipError('no text inside');
  return said.join('');
}

/** The document itself, which some programs number, and its notes. */
const wordParts = [
  /^word\/document\d*\.xml$/,
  /^word\/footnotes\d*\.xml$/,
  /^word\/endnotes\d*\.xml$/,
];

/**
 * The text of a Word file with its notes (ECMA-376 part 1, 17.3.3): what stands in `w:t`. Of a text
 * box, which is there twice for older programs, the fallback is passed over; deleted text is not
 * text.
 */
export function textOfWordFile(bytes: Buffer): string {
  const [document, ...notes] = wordParts.map((name) => readZipEntries(bytes, name));
  if (!document?.[0]) throw new ZipError('no text inside');
  return [...document, ...notes.flat()]
    .map((part) => wordsOfPart(part.toString('utf8')))
    .join('\n');
}

function wordsOfPart(xml: string): string {
  const said: string[] = [];
  let isText = false;
  let fallbacks = 0;
  for (const piece of xmlPieces(xml)) {
    if ('text' in piece) {
      if (isText && fallbacks === 0) said.push(readEntities(piece.text));
      continue;
    }
    const name = tagName(piece.tag);
    isText = name === 'w:t' && !piece.tag.endsWith('/');
    if (name === 'mc:Fallback' && !piece.tag.endsWith('/')) fallbacks += 1;
    if (name === '/mc:Fallback') fallbacks = Math.max(0, fallbacks - 1);
    if (fallbacks > 0) continue;
    if (name === '/w:p' || name === 'w:br' || name === 'w:cr') said.push('\n');
    // With attributes it is a place of the ruler.
    if (piece.tag === 'w:tab/') said.push('\t');
    if (name === 'w:noBreakHyphen') said.push('\u2011');
  }
  return said.join('');
}
