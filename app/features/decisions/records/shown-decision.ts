import type { DecisionPage } from './records.server';

/** What a page says of a decision, and nothing else of its record: whoever reads it gets all of this. */
export function shownDecision({ court, ...found }: Omit<DecisionPage, 'citedBy'>) {
  const { identifier, isEcli, formation, decidedOn, publishedOn, type, outcome, names } = found;
  const { caseNumbers, languages, fineAmount, fineCurrency, celex, sourceUrl, summaries } = found;
  const { visibility, state, cites, files } = found;
  const { code, name, nameEn, kind, country, language } = court;
  return {
    identifier,
    isEcli,
    court: { code, name, nameEn, kind, country, language },
    formation,
    decidedOn,
    publishedOn,
    type,
    outcome,
    names,
    caseNumbers,
    languages,
    fineAmount,
    fineCurrency,
    celex,
    sourceUrl,
    summaries,
    visibility,
    state,
    cites,
    files,
  };
}

export type ShownDecision = ReturnType<typeof shownDecision> & {
  provisions: { provision: string; name: string }[];
  topics: { topic: string; name: string }[];
};
