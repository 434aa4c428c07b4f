import type { RichText } from '~/rich-text/rich-text';
import { plainText, splitAtHeading } from '~/rich-text/plain-text';

/** Words read in a minute, for texts of this kind. */
const wordsPerMinute = 220;

/** @returns whole minutes, at least one */
export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter(Boolean).length;
  return Math.max(1, Math.round(words / wordsPerMinute));
}

/** A text with how long it takes to read, in whole minutes. */
export type TimedText = { body: RichText; minutes: number };

export function withMinutes<Text extends { body: RichText }>(text: Text): Text & TimedText {
  return { ...text, minutes: readingMinutes(plainText(text.body)) };
}

/** A text that begins with the list of its sections. */
export type SectionedText = { body: RichText; headings: string[] };

export function withHeadings<Text extends { body: RichText }>(text: Text): Text & SectionedText {
  const headings = text.body.content.filter(
    (block) => block.type === 'heading' && block.attrs.level === 2,
  );
  return { ...text, headings: headings.map(plainText) };
}

/** A text whose beginning, before the first heading, stands apart; `rest` is null without one. */
export type SplitText = { lead: RichText; rest: RichText | null };

export function withLead<Text extends { body: RichText }>(
  text: Text,
): Omit<Text, 'body'> & SplitText {
  const { body, ...facts } = text;
  const { lead, rest } = splitAtHeading(body);
  return { ...facts, lead, rest: rest.content.length > 0 ? rest : null };
}
