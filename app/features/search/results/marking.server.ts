import { type SQL, sql } from 'drizzle-orm';
import type { CompiledQuery } from '~/features/decisions/query/query.server';
import { cutSnippet, snippetAround } from '~/features/search/snippet';

const cut =
  "'StartSel=' || chr(1) || ', StopSel=' || chr(2) || ', MaxFragments=2, MaxWords=30, MinWords=12, FragmentDelimiter=\" … \"'";

/** Any of the words, to mark and to find the best place. */
export const anyOf = (words: string) => words.replaceAll(' & ', ' | ');

/** The marked text, between the characters 1 and 2. */
export function headline(configuration: SQL, text: SQL, words: string | null): SQL {
  if (words === null) return sql`null`;
  return sql`ts_headline(${configuration}, ${text}, ${anyOf(words)}::tsquery, ${sql.raw(cut)})`;
}

/** The text itself is asked for only where nothing in it is marked. Of a query with `snippet` and `text`. */
export const textUnlessMarked = sql`case when strpos(snippet, chr(1)) > 0 then null else text end as text`;

const lexemesOf = ({ all }: CompiledQuery): string[] =>
  [...all.library.matchAll(/'((?:[^']|'')+)'/g)].map(([, lexeme = '']) => lexeme);

/** The marked words; where the database marked none, the place is looked for in the text itself. */
export function snippetOf(
  wish: CompiledQuery,
  { snippet, text }: { snippet: string | null; text: string | null },
) {
  if (snippet?.includes('\u0001')) return cutSnippet(snippet);
  const citations = wish.citations.flat();
  const found = snippetAround(text ?? '', { citations, lexemes: lexemesOf(wish) });
  return found.length > 0 ? found : cutSnippet((snippet ?? text ?? '').slice(0, 240));
}
