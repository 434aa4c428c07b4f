import { type CourtName, nameOfDecision } from '~/features/decisions/records/decision-names';

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

type Described = Omit<DecisionCard, 'name'> & Parameters<typeof nameOfDecision>[0];

/** What a card says of a decision. */
export function cardFrom(decision: Described): DecisionCard {
  const { court, decidedOn, summaries } = decision;
  return {
    name: nameOfDecision(decision),
    court,
    decidedOn,
    summaries: summaries.map(({ language, text }) => ({ language, text: firstSentence(text) })),
  };
}

/**
 * The attributes of a link to a decision. What its card says travels with it: whoever gets the link
 * may read that, and nothing has to be fetched.
 */
export const linkAttributes = (
  address: string,
  card: DecisionCard,
): { href: string; 'data-decision': string } => ({
  href: address,
  'data-decision': JSON.stringify(card),
});

/** Reads the card of a link, which may have come with another one on the page that leads to the same decision. */
export function cardOf(link: HTMLElement): DecisionCard | null {
  const address = CSS.escape(link.getAttribute('href') ?? '');
  const described = link.dataset.decision
    ? link
    : document.querySelector<HTMLElement>(`a[data-decision][href="${address}"]`);
  const { decision } = described?.dataset ?? {};
  return decision ? JSON.parse(decision) : null;
}

function firstSentence(text: string): string {
  const sentence = /^.+?[.!?](?=\s+\p{Lu}|\s*$)/su.exec(text.trim())?.[0] ?? text.trim();
  if (sentence.length <= longest) return sentence;
  return `${sentence.slice(0, sentence.lastIndexOf(' ', longest))} …`;
}
