import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { ConsentChoices } from '~/features/consent/consent-choice';
import { instant } from '../columns';

/** The exact wording of the question, so that a receipt shows what was answered (GDPR Art. 7(1)). */
export const consentTexts = pgTable('consent_texts', {
  /** SHA-256 of language and texts. */
  version: text('version').primaryKey(),
  createdAt: instant('created_at').notNull().defaultNow(),
  language: text('language').notNull(),
  texts: jsonb('texts').$type<Record<string, string>>().notNull(),
});

/** A choice about optional services. Nothing in here leads to a person or an address. */
export const consentReceipts = pgTable('consent_receipts', {
  id: text('id').primaryKey(),
  givenAt: instant('given_at').notNull(),
  purposes: text('purposes').notNull(),
  textVersion: text('text_version')
    .notNull()
    .references(() => consentTexts.version),
  choices: jsonb('choices').$type<ConsentChoices>().notNull(),
});
