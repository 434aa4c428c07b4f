import { readingMinutes } from './reading-time';
import type { RichText } from './rich-text';
import { plainText, splitAtHeading } from './rich-text-words';

/** What a page says of its text: the longest part of its data. */
export type PackedText = {
  /** The rich text as JSON: as a tree its encoding would take a tenth of the time of the page. */
  body: string;
  /** To read it: whole ones, at least one. */
  minutes: number;
};

/** The same facts, with the body as one string and how long it takes to read. */
export function packText<Text extends { body: RichText }>(
  text: Text,
): Omit<Text, 'body'> & PackedText {
  const { body, ...facts } = text;
  return { ...facts, body: JSON.stringify(body), minutes: readingMinutes(plainText(body)) };
}

/** A rich text in two strings: what stands before its first heading, and the rest if there is any. */
export function packAtHeading(text: RichText): { lead: string; rest: string | null } {
  const { lead, rest } = splitAtHeading(text);
  return {
    lead: JSON.stringify(lead),
    rest: rest.content.length > 0 ? JSON.stringify(rest) : null,
  };
}
