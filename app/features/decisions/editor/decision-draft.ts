export type ProvisionParts = {
  instrument: string;
  article: string;
  paragraph: string;
  letter: string;
};
export type SummaryParts = { language: string; text: string; author: string };

/** A decision as it stands in the form: what was typed, right or wrong. */
export type DecisionDraft = {
  ecli: string;
  court: string;
  formation: string;
  decidedOn: string;
  type: string;
  outcome: string;
  caseNumbers: string;
  names: string;
  languages: string[];
  provisions: ProvisionParts[];
  topics: string[];
  fineAmount: string;
  fineCurrency: string;
  celex: string;
  sourceUrl: string;
  summaries: SummaryParts[];
  visibility: string;
};

export const emptyDraft: DecisionDraft = {
  ecli: '',
  court: '',
  formation: '',
  decidedOn: '',
  type: 'judgment',
  outcome: '',
  caseNumbers: '',
  names: '',
  languages: [],
  provisions: [],
  topics: [],
  fineAmount: '',
  fineCurrency: 'EUR',
  celex: '',
  sourceUrl: '',
  summaries: [],
  visibility: 'public',
};

type Facts = {
  identifier: string;
  isEcli: boolean;
  court: string;
  formation: string;
  decidedOn: string;
  type: string;
  outcome: string | null;
  caseNumbers: string[];
  names: string[];
  languages: string[];
  provisions: string[];
  topics: string[];
  fineAmount: string | null;
  fineCurrency: string | null;
  celex: string | null;
  sourceUrl: string | null;
  summaries: SummaryParts[];
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
    outcome: record.outcome ?? '',
    caseNumbers: record.caseNumbers.join('\n'),
    names: record.names.join('\n'),
    languages: record.languages,
    provisions: record.provisions.map(partsOf),
    topics: record.topics,
    fineAmount: record.fineAmount ?? '',
    fineCurrency: record.fineCurrency ?? 'EUR',
    celex: record.celex ?? '',
    sourceUrl: record.sourceUrl ?? '',
    summaries: record.summaries,
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
};

/** What a member has proposed, as the form begins with it. */
export const draftOfProposal = (proposal: Proposed): DecisionDraft => ({
  ...emptyDraft,
  ecli: proposal.ecli ?? '',
  court: proposal.court ?? '',
  decidedOn: proposal.decidedOn ?? '',
  caseNumbers: proposal.caseNumber,
  names: proposal.name,
  sourceUrl: proposal.sourceUrl ?? '',
  topics: proposal.topics,
});

function partsOf(provision: string): ProvisionParts {
  const [instrument = '', article = '', paragraph = '', letter = ''] = provision.split('/');
  return { instrument, article, paragraph, letter };
}

/** The names of the fields that the page has. */
const known = new Set(
  `version intent proposal ecli court formation decidedOn type outcome caseNumbers names languages topics
  provisionInstrument provisionArticle provisionParagraph provisionLetter
  fineAmount fineCurrency celex sourceUrl summaryLanguage summaryText summaryAuthor visibility`.split(
    /\s+/,
  ),
);

/** What a form carries; null when it has a field that the page does not. */
export function draftOfForm(form: FormData): DecisionDraft | null {
  if ([...form.keys()].some((name) => !known.has(name))) return null;
  const all = (name: string) => form.getAll(name).filter((value) => typeof value === 'string');
  const one = (name: string) => all(name)[0] ?? '';
  const [articles, paragraphs, letters] = [
    all('provisionArticle'),
    all('provisionParagraph'),
    all('provisionLetter'),
  ];
  const [texts, authors] = [all('summaryText'), all('summaryAuthor')];
  return {
    ecli: one('ecli'),
    court: one('court'),
    formation: one('formation'),
    decidedOn: one('decidedOn'),
    type: one('type'),
    outcome: one('outcome'),
    caseNumbers: one('caseNumbers'),
    names: one('names'),
    languages: all('languages'),
    provisions: all('provisionInstrument').map((instrument, at) => ({
      instrument,
      article: articles[at] ?? '',
      paragraph: paragraphs[at] ?? '',
      letter: letters[at] ?? '',
    })),
    topics: all('topics'),
    fineAmount: one('fineAmount'),
    fineCurrency: one('fineCurrency'),
    celex: one('celex'),
    sourceUrl: one('sourceUrl'),
    summaries: all('summaryLanguage').map((language, at) => ({
      language,
      text: texts[at] ?? '',
      author: authors[at] ?? '',
    })),
    visibility: one('visibility'),
  };
}
