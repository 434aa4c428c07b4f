/**
 * A text without the rows of strokes that come along when it is copied: as a query each of them
 * would negate the next, deeper than the database goes.
 */
export const withoutRules = (text: string): string => text.replaceAll(/(?:-\s*){9,}/g, ' ');
