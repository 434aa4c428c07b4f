/**
 * A text without strokes that stand for themselves, as in "Google Spain - the judgment" or in rows
 * that come along when something is copied: as a query each of them would negate what follows.
 */
export const withoutRules = (text: string): string =>
  text.replaceAll(/(?:-\s*){9,}|(?<!\S)-+(?!\S)/g, ' ');
