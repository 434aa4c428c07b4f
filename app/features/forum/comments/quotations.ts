const longest = 600;

const plain = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** The quotation of a comment: the passage if it occurs there, else the beginning. */
export function quotationOf(words: string, passage: string): string {
  const all = plain(words);
  const chosen = plain(passage);
  const text = chosen && all.includes(chosen) ? chosen : all;
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** Whether a comment still contains a quotation; text its author removed disappears everywhere. */
export const quoteMatches = (words: string, quoted: string) =>
  plain(words).includes(quoted.replace(/…$/, ''));
