import type { TextKey } from '~/i18n/translate';

export type ImportError = {
  /** From 1: the first decision in the file. */
  row: number;
  /** As the file calls it. */
  field: string;
  /** The key of a text. */
  problem: string;
  values?: Record<string, string | number>;
};

export type ImportReport = {
  added: number;
  changed: number;
  unchanged: number;
  /** What is wrong; a file with one mistake changes nothing. */
  errors: ImportError[];
};

/** What a person may upload; the command line takes more. */
export const importLimits = { bytes: 10_000_000, rows: 10_000 };

export const importsPath = '/administration/decisions/import';

/** Who has imported, where no account says it: the key of a text. */
export const writerOfImport = (id: string | null) =>
  id === null ? 'audit.actor.user' : 'decision-import.command-line';

/** The columns that an import changes, as the form calls them. */
export const importedFields: Record<string, TextKey> = {
  identifier: 'judgment.ecli',
  court: 'decision.facet.court',
  formation: 'decision.formation',
  decidedOn: 'decision-editor.decided-on',
  publishedOn: 'judgment.published-on',
  type: 'decision-editor.type',
  outcome: 'decision.facet.outcome',
  caseNumbers: 'decision-editor.case-numbers',
  names: 'decision-editor.names',
  languages: 'decision-editor.languages',
  provisions: 'decision-editor.provisions',
  procedure: 'decision-editor.procedure',
  cites: 'decision-import.cites',
  topics: 'decision-editor.topics',
  fineAmount: 'decision.fine',
  fineCurrency: 'decision-editor.currency',
  celex: 'decision-editor.celex',
  sourceUrl: 'decision-editor.source-url',
  summaries: 'decision-editor.summaries',
  visibility: 'decision-editor.visibility',
};
