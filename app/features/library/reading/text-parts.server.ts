const longestPart = 8_000;
/** Pages of a file, or parts where a format knows no pages, that are kept. */
export const maxPages = 5_000;

/** Parts of a few thousand characters, cut between paragraphs where there are some. */
export function inParts(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  const end = () => {
    const kept = part.trim();
    if (kept !== '') parts.push(kept);
    part = '';
  };
  for (const piece of piecesOf(normalizeWhitespace(text))) {
    if (part.length + piece.length > longestPart) end();
    if (parts.length === maxPages) return parts;
    part += piece;
  }
  end();
  return parts;
}

/** Paragraphs with the line ends after them, long ones in pieces; one at a time, as there may be millions. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const lineEnd = text.indexOf('\n', at);
    const next = lineEnd < 0 ? text.length : lineEnd + 1;
    for (; at < next; at = Math.min(next, at + longestPart)) {
      yield text.slice(at, Math.min(next, at + longestPart));
    }
  }
}

function normalizeWhitespace(text: string): string {
  return text.replaceAll('\0', '').replace(/\r\n?/g, '\n').normalize('NFC').toWellFormed();
}
