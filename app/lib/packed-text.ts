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

/** What a page says whose beginning stands apart. */
export type PackedPage = {
  /** What stands before the first heading, as JSON. */
  lead: string;
  /** What follows, if there is any. */
  rest: string | null;
};

/** The same facts, with the body in two strings instead. */
export function packPage<Page extends { body: RichText }>(
  page: Page,
): Omit<Page, 'body'> & PackedPage {
  const { body, ...facts } = page;
  const { lead, rest } = splitAtHeading(body);
  return {
    ...facts,
    lead: JSON.stringify(lead),
    rest: rest.content.length > 0 ? JSON.stringify(rest) : null,
  };
}
