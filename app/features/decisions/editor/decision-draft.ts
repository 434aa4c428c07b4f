import type { ProposedDetails } from '~/db/schema/decision-proposals';
import type { DecisionSummary, ProcedureRelation } from '~/db/schema/decisions';
import { kindOf } from '~/features/decisions/records/headnotes';

/** A new decision as the form shows it: texts by the name of their field. */
export const emptyDraft = {
  ecli: '',
  court: '',
  formation: '',
  decidedOn: '',
  publishedOn: '',
  type: 'judgment',
  outcome: '',
  caseNumbers: '',
  names: '',
  languages: '',
  provisions: '',
  procedure: '',
  topics: '',
  fineAmount: '',
  fineCurrency: 'EUR',
  celex: '',
  sourceUrl: '',
  summaries: '',
  visibility: 'public',
};

export type DecisionField = keyof typeof emptyDraft;

/** What was typed, right or wrong. */
export type DecisionDraft = Partial<Record<DecisionField, string>>;

/** Of these, a form has a field for each value; a draft has them separated by commas. */
export const decisionLists = ['languages', 'topics'] as const;

type Facts = {
  identifier: string;
  isEcli: boolean;
  court: string;
  formation: string;
  decidedOn: string;
  publishedOn: string | null;
  type: string;
  outcome: string | null;
  caseNumbers: string[];
  names: string[];
  languages: string[];
  provisions: string[];
  procedure: ProcedureRelation[];
  topics: string[];
  fineAmount: string | null;
  fineCurrency: string | null;
  celex: string | null;
  sourceUrl: string | null;
  summaries: DecisionSummary[];
  visibility: string;
};

/** A record as the form shows it. */
export function draftOfRecord(record: Facts): DecisionDraft {
  const { identifier, isEcli, court, formation, decidedOn, type, visibility } = record;
  return {
    court,
    formation,
    decidedOn,
    type,
    visibility,
    ecli: isEcli ? identifier : '',
    publishedOn: record.publishedOn ?? '',
    outcome: record.outcome ?? '',
    caseNumbers: record.caseNumbers.join('\n'),
    names: record.names.join('\n'),
    languages: record.languages.join(','),
    provisions: provisionRows(record.provisions),
    procedure: JSON.stringify(record.procedure),
    topics: record.topics.join(','),
    fineAmount: record.fineAmount ?? '',
    fineCurrency: record.fineCurrency ?? 'EUR',
    celex: record.celex ?? '',
    sourceUrl: record.sourceUrl ?? '',
    summaries: JSON.stringify(record.summaries.map((one) => ({ ...one, kind: kindOf(one) }))),
  };
}

type Proposed = {
  ecli: string | null;
  court: string | null;
  decidedOn: string | null;
  caseNumber: string;
  name: string;
  sourceUrl: string | null;
  topics: string[];
  details: ProposedDetails;
};

/** What a member has proposed, as the form begins with it. */
export function draftOfProposal({ details, ...proposal }: Proposed): DecisionDraft {
  return {
    ...emptyDraft,
    ecli: proposal.ecli ?? '',
    court: proposal.court ?? '',
    formation: details.formation ?? '',
    decidedOn: proposal.decidedOn ?? '',
    publishedOn: details.publishedOn ?? '',
    type: details.type ?? emptyDraft.type,
    outcome: details.outcome ?? '',
    caseNumbers: (details.caseNumbers ?? [proposal.caseNumber]).join('\n'),
    names: (details.names ?? [proposal.name]).join('\n'),
    languages: details.languages?.join(',') ?? '',
    provisions: details.provisions ? provisionRows(details.provisions) : '',
    topics: proposal.topics.join(','),
    celex: details.celex ?? '',
    sourceUrl: proposal.sourceUrl ?? '',
  };
}

const provisionRows = (provisions: readonly string[]) => JSON.stringify(provisions.map(partsOf));

function partsOf(provision: string) {
  const [instrument = '', article = '', paragraph = '', letter = ''] = provision.split('/');
  return { instrument, article, paragraph, letter };
}
