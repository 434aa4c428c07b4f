/** Words read in a minute, for texts of this kind. */
const wordsPerMinute = 220;

/** @returns whole minutes, at least one */
export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter(Boolean).length;
  return Math.max(1, Math.round(words / wordsPerMinute));
}
