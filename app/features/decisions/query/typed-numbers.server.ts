import { type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { executePrepared } from '~/db/prepared.server';
import { citationKey, citationKeyOfQuery } from '~/features/citations/citation-key';
import { isListedFor } from '~/features/decisions/records/visibility.server';
import type { Actor } from '~/policy/actor';
import { arrayOf } from './conditions.server';
import { parseQuery, type SearchQuery } from './parse-query';
import { keysOf, normalizeQuery, tidyQuery } from './query-spellings';

const { courts, decisionRecords: records } = schema;

/** "KHO:2021:123": a court of one country, a year and a number, as in its ECLI. */
const ofYearbook =
  /(?<![\p{L}\p{N}:])\p{L}[\p{L}\p{N}]{1,6}\s?:\s?(?:19|20)\d{2}\s?:\s?\d{1,6}(?![\p{L}\p{N}:])/gu;
/** "T 4623-20", "6842-20": of Swedish courts, which others type for a number of the General Court. */
const withHyphen =
  /(?<![\p{L}\p{N}/:.-])(?:\p{L}{1,3}[\s\u00A0-]?)?\d{1,6}[-‐‑–]\d{2,4}(?![\p{L}\p{N}/:-])/gu;

/** That a decision has a number with one of these keys. */
export const hasNumber = (keys: SQL): SQL => sql`${records.keys} && ${keys}`;

/** A number of a decision as it was typed, and under which keys the decision is found. */
type TypedNumber = { text: string; key: string; keys: string[] };

/**
 * Reads a query. What may be a number of another kind is that of the decision that has it, where the actor
 * finds one: those that could have been meant as well come after it.
 * @param typed before it was normalised, which reads "T 4623-20" as a number of the General Court
 */
export async function readQuery(actor: Actor, typed: string): Promise<SearchQuery> {
  const tidy = tidyQuery(typed);
  const numbers = await findTypedNumbers(actor, tidy);
  if (numbers.length === 0) return parseQuery(normalizeQuery(typed));
  // An identifier of nobody is read as one citation, whatever is beside it.
  const markOf = (at: number) => `ZZ:N:2000:${at}`;
  const marked = numbers.reduce((text, one, at) => text.replace(one.text, markOf(at)), tidy);
  const query = parseQuery(normalizeQuery(marked));
  const marks = new Map(numbers.map((one, at) => [`ECLI${citationKey(markOf(at))}`, one]));
  const asTyped = (text: string) =>
    numbers.reduce((whole, one, at) => whole.replace(markOf(at), one.text), text);
  return {
    ...query,
    citations: query.citations.map((keys) => marks.get(keys[0] ?? '')?.keys ?? keys),
    numbers: numbers.map(({ key }) => key),
    plain: query.plain.map(asTyped),
  };
}

async function findTypedNumbers(actor: Actor, typed: string): Promise<TypedNumber[]> {
  // A phrase is meant literally.
  const text = typed.replaceAll(/"[^"]*"/g, ' ');
  const found = [ofYearbook, withHyphen].flatMap((pattern) => [...text.matchAll(pattern)]);
  if (found.length === 0) return [];
  const keys = found.map(([number]) => citationKey(number));
  // A key has no hyphen: "T 120-20" and "T 1-2020" have the same.
  const patterns = found.map(([number]) => `%${number.match(/\d+/g)?.join('%')}%`);
  const rows = await executePrepared<{ key: string; keys: string[] }>(sql`
    select key, array_agg(distinct name) as keys from (
      select key, unnest(citation_keys(${records.identifier})) as name
        from unnest(${arrayOf(keys)}, ${arrayOf(patterns)}) as typed (key, pattern) join ${records}
          on ${hasNumber(sql`array[key]`)} and array_to_string(${records.caseNumbers}, ' ') like pattern
        where ${isListedFor(actor)}
      union all
      select key, 'ECLI' || country || key
        from unnest(${arrayOf(keys)}) as key join ${courts}
          on key ~ ('^' || upper(${courts.ecliCode}) || '[0-9]{5}')
        where exists (select from ${records} where ${isListedFor(actor)}
          and ${records.keys} @> array['ECLI' || ${courts.country} || key])
    ) as named group by key`);
  const known = new Map(rows.map((row) => [row.key, row.keys]));
  return found.flatMap(([number]) => {
    const key = citationKey(number);
    const ofDecision = known.get(key);
    if (!ofDecision) return [];
    const other = citationKeyOfQuery(normalizeQuery(number.replaceAll(/[‐‑–]/g, '-')));
    return { text: number, key, keys: [...ofDecision, ...(other ? keysOf(other) : [])] };
  });
}
