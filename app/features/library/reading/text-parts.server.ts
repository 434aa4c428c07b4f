const longestPart = 8_000;
/** Pages of a file, or parts where a format knows no pages, that are kept. */
export const maxPages = 5_000;
/** Bytes of a plain text that are read: as many as a PDF has characters (`pdf-text.server.ts`). */
export const longestPlainText = 20_000_000;

/** Parts of a few thousand characters, cut between paragraphs where there are some. */
export function inParts(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  const end = () => {
    const kept = part.trim();
    if (kept !== '') parts.push(kept);
    part = '';
  };
  for (const piece of piecesOf(text)) {
    if (part.length + piece.length > longestPart) end();
    if (parts.length === maxPages) return parts;
    part += piece;
  }
  end();
  return parts;
}

/** A paragraph, or as much of a long one as a part holds, with the line ends after it. */
const pieceOfText = new RegExp(`[^\\r\\n]{0,${longestPart}}[\\r\\n]{0,${longestPart}}`, 'uy');

/**
 * Paragraphs with the line ends after them, long ones in pieces. One at a time, as there may be millions:
 * a long text that is normalised as a whole takes many times its memory.
 */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at = pieceOfText.lastIndex) {
    pieceOfText.lastIndex = at;
    yield normalizeWhitespace(pieceOfText.exec(text)?.[0] ?? '');
  }
}

function normalizeWhitespace(text: string): string {
  return text.replaceAll('\0', '').replace(/\r\n?/g, '\n').normalize('NFC').toWellFormed();
}

/** What is kept of a text at once; what a long page cites takes a tenth of a second to find. */
const batch = { parts: 100, characters: 200_000 };

/** Parts that follow each other, and how many come before them: few of the long ones, so that none takes long. */
export function* inBatches(
  parts: readonly string[],
): Generator<{ before: number; parts: string[] }> {
  let next: string[] = [];
  let characters = 0;
  for (const [before, part] of parts.entries()) {
    const isFull = next.length === batch.parts || characters + part.length > batch.characters;
    if (next.length > 0 && isFull) {
      yield { before: before - next.length, parts: next };
      next = [];
      characters = 0;
    }
    next.push(part);
    characters += part.length;
  }
  if (next.length > 0) yield { before: parts.length - next.length, parts: next };
}
