import { type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { executePrepared } from '~/db/prepared.server';
import { arrayOf } from './conditions.server';

const { courts } = schema;

/** The courts that `court:` means. */
export type NamedCourts = {
  codes: string[];
  /** What a document may call them: the name and the country, which is empty where it names none. */
  names: string[];
  /** Where no court is abbreviated so: patterns of the words that a court's name begins a word with. */
  words: string[];
};

/** Without accents, capitals and punctuation. */
const plain = (text: SQL): SQL =>
  sql`btrim(regexp_replace(lower(unaccent(${text})), '[^[:alnum:]]+', ' ', 'g'))`;

/**
 * The courts whose abbreviation, ECLI code or code here is what was typed; where there are none, those
 * with all of its words in one of their names, each word or its beginning.
 */
export async function findCourtsNamed(typed: string): Promise<NamedCourts> {
  const rows = await executePrepared<{
    code: string;
    country: string;
    names: string[];
    is_exact: boolean;
    words: string[];
  }>(sql`
    with typed as materialized (select ${plain(sql`${typed}::text`)} as text),
      words as materialized (
        select array_agg('% ' || word || '%') as patterns
          from typed, regexp_split_to_table(text, ' ') as word where word <> ''),
      named as (
        select code, country, patterns,
          text in (${plain(sql`code`)}, ${plain(sql`split_part(code, ':', 2)`)},
            ${plain(sql`abbreviation`)}, ${plain(sql`coalesce(ecli_code, code)`)}) as is_exact,
          exists (select from (values (name), (name_en)) as one (name)
            where ' ' || ${plain(sql`one.name`)} like all (patterns)) as has_words,
          array(select distinct ${plain(sql`part`)} from unnest(array[abbreviation, name, name_en]
            || string_to_array(name, ' / ')) as part) as names
        from ${courts}, typed, words where patterns is not null)
    select code, country, names, is_exact, patterns as words from named where is_exact or has_words
    union all
    select null, null, '{}', false, patterns from words where patterns is not null`);
  const exact = rows.filter(({ is_exact: isExact }) => isExact);
  const found = (exact.length > 0 ? exact : rows).filter(({ code }) => code !== null);
  return {
    codes: found.map(({ code }) => code),
    names: found.flatMap(({ country, names }) =>
      names.flatMap((name) => [`${name} `, `${name} ${country.toLowerCase()}`]),
    ),
    words: exact.length > 0 ? [] : (rows[0]?.words ?? []),
  };
}

/** That a decision is of one of the courts. */
export const isOfCourt = ({ codes }: NamedCourts): SQL =>
  sql`decision_records.court = any(${arrayOf(codes)})`;

/** That a document, by the court and country that its details name, is of one of the courts. */
export function isCalledCourt({ names, words }: NamedCourts, court: SQL, country: SQL): SQL {
  const name = plain(sql`coalesce(${court}, '')`);
  return sql`(${name} || ' ' || lower(coalesce(${country}, '')) = any(${arrayOf(names)})
    or (cardinality(${arrayOf(words)}) > 0 and ' ' || ${name} like all (${arrayOf(words)})))`;
}
