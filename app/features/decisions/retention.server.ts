import { schema } from '~/db/db.server';
import {
  actorColumns,
  published,
  recordColumns,
  type Retention,
  row,
  until,
} from '~/policy/retention/retention.server';

const {
  courts,
  decisionCitations,
  decisionImportItems,
  decisionImports,
  decisionRecords,
  decisionVersions,
} = schema;

/** What is kept of decisions: their names may be those of parties, as the courts publish them. */
export const decisionsRetention: Retention = {
  tables: [
    row(courts, {
      ...published,
      plain: ['code', 'country', 'kind', 'ecliCode', 'abbreviation', 'name', 'nameEn', 'language'],
    }),
    row(decisionRecords, {
      ...published,
      kept: { rule: 'decision' },
      by: actorColumns,
      personal: ['names', 'summaries'],
      secret: ['search'],
      plain: [
        ...recordColumns,
        'identifier',
        'isEcli',
        'court',
        'formation',
        'decidedOn',
        'type',
        'outcome',
        'caseNumbers',
        'languages',
        'provisions',
        'topics',
        'fineAmount',
        'fineCurrency',
        'celex',
        'sourceUrl',
        'visibility',
        'state',
        'mergedInto',
        'country',
        'articles',
        'keys',
      ],
    }),
    row(decisionCitations, {
      ...published,
      plain: ['id', 'citing', 'identifier', 'cited', 'paragraphs'],
    }),
    row(decisionVersions, {
      ...published,
      kept: { rule: 'decision' },
      seenBy: 'administrators',
      by: ['createdBy'],
      personal: ['content'],
      plain: ['id', 'createdAt', 'decision', 'number'],
    }),
    row(decisionImports, {
      ...published,
      seenBy: 'administrators',
      ...until(decisionImports.expiresAt),
      by: ['createdBy', 'undoneBy'],
      personal: ['source'],
      plain: [
        'id',
        'createdAt',
        'fileName',
        'importedAt',
        'added',
        'changed',
        'undoneAt',
        'expiresAt',
      ],
    }),
    row(decisionImportItems, {
      ...published,
      kept: { rule: 'until' },
      seenBy: 'administrators',
      plain: ['import', 'decision', 'before', 'after'],
    }),
  ],
};
