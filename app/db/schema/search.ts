import { integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * The words that members can find, for "did you mean": made anew each night, so that a word whose
 * last text is gone goes too. It says nothing about where a word stands, and none is proposed
 * before a search with the rights of the reader has found something by it.
 */
export const searchWords = pgTable('search_words', {
  word: text('word').primaryKey(),
  /** Without accents, as typed words are compared. */
  folded: text('folded').notNull(),
  uses: integer('uses').notNull(),
});
