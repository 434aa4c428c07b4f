import { type SQL, sql } from 'drizzle-orm';

/**
 * What a result scores. Each of these is a tier that nothing below it reaches: within a tier counts
 * how well the words fit, which is less than one.
 */
export const tiers = {
  /** It is what the number or identifier names. */
  identifier: sql.raw('8'),
  /** It has the name that was typed. */
  name: sql.raw('7'),
  /** A decision whose name, court, provisions or keywords have all terms. */
  decisionFacts: sql.raw('6'),
  /** A title, tag or description that has all terms. */
  facts: sql.raw('5'),
  decisionText: sql.raw('4'),
  text: sql.raw('3'),
  /** Decisions that have some of the terms, and others that have nearly all. */
  someTerms: sql.raw('0'),
};

/**
 * A column of the query, kept from the planner. It takes a test of words for as cheap as any other,
 * and for words that it knows to be common would read whole tables rather than ask the index of
 * words; of words that it does not know it expects few, and asks the index. And so one plan does
 * for all words.
 */
export const asked = (column: string): SQL => sql.raw(`(select "${column}" from query)`);

/** How well the words fit, from nothing to less than one: near each other, in a short text. */
export const rankOf = (vector: SQL, query: SQL): SQL =>
  sql`least(0.4, coalesce(ts_rank(${vector}, ${query}, 1), 0))::real`;

/** More for the paragraph of a provision than for its act. */
export const betterOf = (facts: SQL): SQL => sql`
  case when ${facts} @@ ${asked('paragraph')} then 0.3 else 0 end
  + case when ${facts} @@ ${asked('act')} then 0.2 else 0 end`;

/** Which part of the terms is there, of one at most; half of it for those that `facts` have. */
export const shareOf = (search: SQL, facts: SQL, terms: SQL): SQL =>
  sql`(select sum((${search} @@ term)::int + (${facts} @@ term)::int)::real / greatest(1, 2 * count(*)) from unnest(${terms}) as term)`;
