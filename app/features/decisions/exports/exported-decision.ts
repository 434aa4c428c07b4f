import { provisionName } from '~/features/citations/provisions';
import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { ofKind, withKind } from '~/features/decisions/records/headnotes';
import type { DecisionHead } from '~/features/decisions/browse/browse.server';

/** A decision as programs read it; docs: `/api/openapi.json`. */
export type ExportedDecision = ReturnType<typeof exportDecision>;

/** @param origin of this site, for the address of the decision */
export function exportDecision(decision: DecisionHead, origin: string) {
  const { identifier, isEcli, court, fineAmount, fineCurrency } = decision;
  return {
    identifier,
    ecli: isEcli ? identifier : null,
    url: origin + decisionAddress(identifier),
    court: { ...court, kind: decision.courtKind, abbreviation: decision.abbreviation },
    formation: decision.formation || null,
    decidedOn: decision.decidedOn,
    publishedOn: decision.publishedOn,
    type: decision.type,
    outcome: decision.outcome,
    caseNumbers: decision.caseNumbers,
    names: decision.names,
    languages: decision.languages,
    provisions: decision.provisions.map((id) => ({ id, label: provisionName(id, 'en') })),
    procedure: decision.procedure,
    topics: decision.topics,
    fine:
      fineAmount && fineCurrency ? { amount: Number(fineAmount), currency: fineCurrency } : null,
    celex: decision.celex,
    sourceUrl: decision.sourceUrl,
    summaries: ofKind(decision.summaries, 'summary'),
    // The name of the list says what they are.
    headnotes: ofKind(decision.summaries, 'headnote').map((one) => withKind(one, 'summary')),
    visibility: decision.visibility,
    citedBy: decision.citedBy,
    listedAt: decision.listedAt?.toISOString() ?? null,
    updatedAt: decision.updatedAt.toISOString(),
  };
}
