import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

const maxWords = 10;

/**
 * Filters a list by typed words: each word occurs somewhere in the texts, in capitals
 * or not, and with its accents or without, since names are typed on keyboards of many countries.
 * @param typed words in any order; none narrow nothing
 * @param texts columns, of which one may hold one word and another the next
 */
export function hasTypedWords(typed: string, ...texts: SQLWrapper[]): SQL | undefined {
  const words = typed
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .split(/\s+/);
  const text = plain(sql`concat_ws(' ', ${sql.join(texts, sql`, `)})`);
  return and(
    ...words
      .filter(Boolean)
      .slice(0, maxWords)
      .map((word) => sql`position(${plain(sql`${word}::text`)} in ${text}) > 0`),
  );
}

/**
 * How words are compared that may be in capitals or not: the two small sigmas of Greek are the same
 * letter, which a capital does not tell apart.
 */
export const withoutCase = (text: SQLWrapper): SQL => sql`translate(lower(${text}), 'ς', 'σ')`;

/** Before and after: some capitals are taken apart only by one of the two. */
const plain = (text: SQL) => withoutCase(sql`unaccent(lower(${text}))`);
