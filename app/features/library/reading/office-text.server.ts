import { SaxesParser } from 'saxes';
import { readZipEntries, ZipError } from '~/platform/reader-sandbox/zip-archive.server';

type Tag = { name: string; attributes: object; isSelfClosing: boolean };
type Reader = {
  open: (tag: Tag) => void;
  close: (name: string) => void;
  text: (text: string) => void;
};

/** What no XML of an office program has; undeclared entities and the like are passed over. */
const maxErrors = 1_000;

/**
 * Reads XML in one pass, whatever it holds. Entities that a file declares are not known to the
 * parser, so that none grows or names a file. An element without content has no end of its own.
 */
function readXml(xml: Buffer, reader: Reader): void {
  const parser = new SaxesParser({ position: false });
  let errors = 0;
  parser.on('error', () => {
    errors += 1;
    if (errors > maxErrors) throw new ZipError('no XML inside');
  });
  parser.on('opentag', reader.open);
  parser.on('closetag', ({ name, isSelfClosing }) => {
    if (!isSelfClosing) reader.close(name);
  });
  parser.on('text', reader.text);
  parser.on('cdata', reader.text);
  parser.write(xml.toString('utf8')).close();
}

const openings = new Map([
  ['text:tab', ' '],
  ['text:s', ' '],
  ['text:line-break', '\n'],
]);
const endings = new Map([
  ['text:p', '\n'],
  ['text:h', '\n'],
]);

/** The text of `content.xml`: paragraphs and headings end lines (OpenDocument 1.2 part 1, 5.1). */
export async function textOfOpenDocument(bytes: Buffer): Promise<string> {
  const [content] = await readZipEntries(bytes, /^content\.xml$/);
  if (!content) throw new ZipError('no text inside');
  const said: string[] = [];
  let isBody = false;
  let hasBody = false;
  readXml(content, {
    open: ({ name }) => {
      if (name === 'office:body') isBody = hasBody = true;
      else if (isBody) said.push(openings.get(name) ?? '');
    },
    close: (name) => {
      if (name === 'office:body') isBody = false;
      else if (isBody) said.push(endings.get(name) ?? '');
    },
    text: (text) => {
      if (isBody) said.push(text);
    },
  });
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
 * The text of a Word file with its notes (ECMA-376 part 1, 17.3.3): the content of `w:t`. A text
 * box is there twice, the second time for older programs: that fallback is passed over. Deleted
 * text is not text.
 */
export async function textOfWordFile(bytes: Buffer): Promise<string> {
  const parts: Buffer[][] = [];
  for (const name of wordParts) parts.push(await readZipEntries(bytes, name));
  if (!parts[0]?.[0]) throw new ZipError('no text inside');
  return parts.flat().map(wordsOfPart).join('\n');
}

const wordSigns = new Map([
  ['w:br', '\n'],
  ['w:cr', '\n'],
  ['w:noBreakHyphen', '\u2011'],
]);

function wordsOfPart(xml: Buffer): string {
  const said: string[] = [];
  let isText = false;
  let fallbacks = 0;
  readXml(xml, {
    open: ({ name, attributes, isSelfClosing }) => {
      isText = name === 'w:t' && !isSelfClosing;
      if (name === 'mc:Fallback' && !isSelfClosing) fallbacks += 1;
      if (fallbacks > 0) return;
      // A tab with attributes is a position on the ruler.
      if (name === 'w:tab' && Object.keys(attributes).length === 0) said.push('\t');
      said.push(wordSigns.get(name) ?? '');
    },
    close: (name) => {
      isText = false;
      if (name === 'mc:Fallback') fallbacks = Math.max(0, fallbacks - 1);
      if (name === 'w:p' && fallbacks === 0) said.push('\n');
    },
    text: (text) => {
      if (isText && fallbacks === 0) said.push(text);
    },
  });
  return said.join('');
}
