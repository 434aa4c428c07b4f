import type { CourtName } from '~/features/decisions/records/decision-names';

/** What a link to a decision says of it before it is followed. */
export type DecisionCard = {
  name: string;
  court: CourtName;
  decidedOn: string;
  /** The beginning of the summary in each language. */
  summaries: readonly { language: string; text: string }[];
};

/** The most characters of a sentence that a card shows. */
const longest = 280;

/**
 * The attributes of a link to a decision. What its card says travels with it: whoever gets the link
 * may read that, and nothing has to be fetched.
 */
export function linkAttributes({
  address,
  summaries,
  ...facts
}: DecisionCard & { address: string }): { href: string; 'data-decision': string } {
  const card: DecisionCard = {
    ...facts,
    summaries: summaries.map(({ language, text }) => ({ language, text: firstSentence(text) })),
  };
  return { href: address, 'data-decision': JSON.stringify(card) };
}

/** Reads the card of a link that `linkAttributes` has made. */
export function cardOf(link: HTMLElement): DecisionCard | null {
  const { decision } = link.dataset;
  return decision ? JSON.parse(decision) : null;
}

function firstSentence(text: string): string {
  const sentence = /^.+?[.!?](?=\s+\p{Lu}|\s*$)/su.exec(text.trim())?.[0] ?? text.trim();
  if (sentence.length <= longest) return sentence;
  return `${sentence.slice(0, sentence.lastIndexOf(' ', longest))} …`;
}
