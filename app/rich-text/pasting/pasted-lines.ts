import { textToRichText } from '../plain-text-merge';
import type { RichText } from '../rich-text';

/** Lines at least this long are taken for lines of a page, not for lines that were meant. */
const pageLine = 45;
/** And where other lines are shorter, the widest are lines of a page from this length on. */
const fullLine = 60;

/**
 * Plain text from a clipboard. PDF readers give each line of the page a line break and divide
 * words at its end: such lines are joined again; short lines, as of an address, stay.
 */
export function richTextFromLines(text: string): RichText {
  const paragraphs = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\u00AD', '')
    .split(/\n[ \t]*\n/);
  return textToRichText(paragraphs.map(joinWrappedLines).join('\n\n'));
}

function joinWrappedLines(paragraph: string): string {
  const lines = paragraph.split('\n').map((line) => line.trim());
  const longest = Math.max(...lines.map((line) => line.length));
  const isPage = lines.length > 1 && lines.slice(0, -1).every((line) => line.length >= pageLine);
  // Among short lines, those as long as the page is wide go on in the next one.
  const goesOn = (line: string) => isPage || (longest >= fullLine && line.length >= longest * 0.85);
  return lines.reduce((joined, line, position) => {
    if (!goesOn(lines[position - 1] ?? '')) return `${joined}\n${line}`;
    return /\p{Ll}-$/u.test(joined) && /^\p{Ll}/u.test(line)
      ? joined.slice(0, -1) + line
      : `${joined} ${line}`;
  });
}
