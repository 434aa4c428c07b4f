/**
 * The beginning of a text, cut between two words and marked with an ellipsis.
 * @param limit greatest length of the answer, the ellipsis included, in UTF-16 units
 */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.slice(0, limit);
  const end = start.lastIndexOf(' ');
  return `${start.slice(0, end > 0 ? end : limit - 1).replace(/[\s,;:–-]+$/, '')}…`;
}
