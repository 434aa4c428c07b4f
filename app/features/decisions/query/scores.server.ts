import { type SQL, sql } from 'drizzle-orm';

/**
 * What a result scores. Each of these is a tier that nothing below it reaches: within a tier counts
 * how well the words fit, which is less than one.
 */
export const tiers = {
  /** It is what the number or identifier names. */
  identifier: sql.raw('10'),
  /** It has the name that was typed. */
  name: sql.raw('9'),
  /** A decision whose name, court, provisions or keywords have all terms. */
  decisionFacts: sql.raw('8'),
  /** A decision whose summary has the others of them. */
  decisionSummary: sql.raw('7'),
  /** A title, tag or description that has all terms. */
  facts: sql.raw('6'),
  /** A decision that has most of what the terms weigh. */
  decisionMost: sql.raw('5'),
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

/** And has nothing of what is unwanted, where anything is; one need not read the text to know. */
export const unless = (unwanted: string, vector: SQL, column: string): SQL =>
  unwanted === '' ? sql`` : sql`and not (${vector} @@ ${asked(column)})`;

/** More than a text that has all terms, and less than the text of a decision that has them. */
const mostAmongFew = sql.raw('case when share >= 0.6 then 3.45 else 1.5 end');

/**
 * What a decision scores that has some of the terms: more than the texts that have all of them where
 * these are many; where they are few, only with most of what the terms weigh.
 */
export const someOf = (
  search: SQL,
  facts: SQL,
  { terms, isAmongMany }: { terms: SQL; isAmongMany: boolean },
): SQL => sql`(
  select case when share >= 0.35 then ${isAmongMany ? tiers.decisionMost : mostAmongFew} + share * 0.5 else 0.75 + share * 1.5 end
    from (select ${shareOf(search, facts, terms)} as share offset 0) as weighed)`;

/** How well the words fit, from nothing to less than one: near each other, in a short text. */
export const rankOf = (vector: SQL, query: SQL): SQL =>
  sql`least(0.4, coalesce(ts_rank(${vector}, ${query}, 1), 0))::real`;

/**
 * How well the terms fit, from nothing to 0.4: the average over them. A term fits the better the more of
 * what it is called is there, a name more than a topic, and that more than a word of the summary.
 */
export const fitOf = (vector: SQL, terms: SQL): SQL => sql`(
  select coalesce(0.4 * avg(least(1, ts_rank(${vector}, term) * numnode(term) / 2)), 0)::real
    from unnest(${terms}) as term)`;

/** How much better it fits that has more than the article of a provision. */
const betterBy = {
  paragraph: sql.raw('0.2::real'),
  letter: sql.raw('0.1::real'),
  act: sql.raw('0.2::real'),
};

/** More for the paragraph of a provision, and the letter in it, than for its act. */
export function betterOf(query: Record<keyof typeof betterBy, string>, facts: SQL): SQL {
  const named = (['paragraph', 'letter', 'act'] as const).filter((part) => query[part] !== '');
  const better = named.map(
    (part) => sql`case when ${facts} @@ ${asked(part)} then ${betterBy[part]} else 0 end`,
  );
  return sql.join([sql`0::real`, ...better], sql` + `);
}

/**
 * Which part of what the terms weigh is there, of one at most: rare ones weigh more. A quarter of it
 * is for those that `facts` have.
 */
export const shareOf = (search: SQL, facts: SQL, terms: SQL): SQL => sql`(
  select coalesce(sum(weight * (0.75 * (${search} @@ term)::int + 0.25 * (${facts} @@ term)::int)) / sum(weight), 0)::real
    from unnest(${terms}, ${asked('weights')}) as term (term, weight))`;
