import {
  type AnyPgColumn,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { id, instant, recordColumns } from '../columns';

const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Courts, tribunals and supervisory authorities; a decision names one of them. */
export const courts = pgTable('courts', {
  /** Country and code, as in an ECLI: "EU:C". */
  code: text('code').primaryKey(),
  /** ISO 3166 alpha-2; CE is the Council of Europe, EFTA the Free Trade Association. */
  country: text('country').notNull(),
  kind: text('kind', { enum: ['court', 'tribunal', 'authority'] }).notNull(),
  /** Null where the country gives its decisions no ECLI. */
  ecliCode: text('ecli_code'),
  abbreviation: text('abbreviation').notNull(),
  /** In its own language. */
  name: text('name').notNull(),
  nameEn: text('name_en').notNull(),
  language: text('language').notNull(),
  version: integer('version').notNull().default(1),
});

/** What a decision says in short, or with `kind` the points of law that it decides. */
export type DecisionSummary = {
  language: string;
  text: string;
  author: string;
  kind?: 'headnote' | undefined;
};

/** What a decision answers, is an appeal from, follows or is joined with: another one, as it is named. */
export type ProcedureRelation = {
  kind: 'reference' | 'appeal' | 'following' | 'joined';
  identifier: string;
};

/** A decision of a court or supervisory authority, as everybody finds it. */
export const decisionRecords = pgTable(
  'decision_records',
  {
    ...recordColumns(),
    /** Its address: the ECLI, or an identifier of our own where there is none. */
    identifier: text('identifier').notNull(),
    isEcli: boolean('is_ecli').notNull(),
    court: text('court')
      .notNull()
      .references(() => courts.code),
    formation: text('formation').notNull().default(''),
    decidedOn: date('decided_on', { mode: 'string' }).notNull(),
    /** When its court published it. */
    publishedOn: date('published_on', { mode: 'string' }),
    type: text('type', { enum: ['judgment', 'order', 'opinion', 'decision'] }).notNull(),
    outcome: text('outcome', {
      enum: [
        'interpretation',
        'invalid',
        'infringement',
        'upheld',
        'partly-upheld',
        'dismissed',
        'set-aside',
        'remitted',
        'fine',
        'reprimand',
      ],
    }),
    caseNumbers: text('case_numbers').array().notNull().default([]),
    /** The first is the usual one. */
    names: text('names').array().notNull().default([]),
    /** Of the proceedings, the first one first. */
    languages: text('languages').array().notNull().default([]),
    /** "gdpr/82/1": instrument, article, paragraph, letter. */
    provisions: text('provisions').array().notNull().default([]),
    procedure: jsonb('procedure').$type<ProcedureRelation[]>().notNull().default([]),
    topics: text('topics').array().notNull().default([]),
    fineAmount: numeric('fine_amount', { precision: 14, scale: 2 }),
    fineCurrency: text('fine_currency'),
    celex: text('celex'),
    sourceUrl: text('source_url'),
    summaries: jsonb('summaries').$type<DecisionSummary[]>().notNull().default([]),
    visibility: text('visibility', { enum: ['public', 'members'] }).notNull(),
    state: text('state', { enum: ['proposed', 'checked', 'withdrawn'] }).notNull(),
    /** The record that this one has become part of: its address and what cites it lead there. */
    mergedInto: uuid('merged_into').references((): AnyPgColumn => decisionRecords.id),
    /** Kept by a trigger, as are the next four: of the court. */
    country: text('country').notNull().default(''),
    /** "gdpr/82" once for each article. */
    articles: text('articles').array().notNull().default([]),
    /** ECLI and case numbers in one spelling. */
    keys: text('keys').array().notNull().default([]),
    /** The identifiers in its procedure in one letter case. */
    procedureKeys: text('procedure_keys').array().notNull().default([]),
    search: searchVector('search'),
    /** Kept by triggers: how many decisions that members may find cite it, and that everybody may find. */
    citedBy: integer('cited_by').notNull().default(0),
    citedByPublic: integer('cited_by_public').notNull().default(0),
    /** Of which texts in the library its citations were read; null: of none, or to be read again. */
    citationsFrom: text('citations_from'),
    /** Kept by a trigger: when it was first published here, and since when it is withdrawn. */
    listedAt: instant('listed_at'),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    // Letter case carries no meaning in an ECLI.
    uniqueIndex('decision_records_identifier_key').on(sql`upper(${table.identifier})`),
    index('decision_records_decided_index').on(table.decidedOn),
    index('decision_records_cited_index').on(table.citedBy, table.decidedOn),
    index('decision_records_cited_public_index').on(table.citedByPublic, table.decidedOn),
    index('decision_records_court_index').on(table.court),
    index('decision_records_texts_index')
      .on(table.citationsFrom)
      .where(sql`${table.citationsFrom} is not null`),
    index('decision_records_listed_index').on(table.listedAt),
    index('decision_records_merged_index').on(table.mergedInto),
    index('decision_records_keys_index').using('gin', table.keys),
    index('decision_records_names_index').using('gin', table.names),
    index('decision_records_procedure_index').using('gin', table.procedureKeys),
    index('decision_records_articles_index').using('gin', table.articles),
    index('decision_records_search_index').using('gin', table.search),
  ],
);

/** What a decision cites. One that is not here yet is linked as soon as it is. */
export const decisionCitations = pgTable(
  'decision_citations',
  {
    id: id(),
    citing: uuid('citing')
      .notNull()
      .references(() => decisionRecords.id, { onDelete: 'cascade' }),
    /** The identifier as it is cited. */
    identifier: text('identifier').notNull(),
    cited: uuid('cited').references(() => decisionRecords.id, { onDelete: 'set null' }),
    /** The numbers of the paragraphs that cite it. */
    paragraphs: integer('paragraphs').array().notNull().default([]),
    /** Found in its texts in the library, and gone when no text has it any more. */
    fromText: boolean('from_text').notNull().default(false),
    /** The import that brought it. */
    import: uuid('import'),
  },
  (table) => [
    unique('decision_citations_pair_key').on(table.citing, table.identifier),
    index('decision_citations_cited_index').on(table.cited),
    index('decision_citations_identifier_index').on(sql`upper(${table.identifier})`),
  ],
);

/** What a decision was before each change. */
export const decisionVersions = pgTable(
  'decision_versions',
  {
    id: id(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: uuid('created_by'),
    decision: uuid('decision')
      .notNull()
      .references(() => decisionRecords.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    content: jsonb('content').$type<Partial<typeof decisionRecords.$inferSelect>>().notNull(),
  },
  (table) => [unique('decision_versions_number_key').on(table.decision, table.number)],
);
