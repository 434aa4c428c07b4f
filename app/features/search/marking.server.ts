import { type SQL, sql } from 'drizzle-orm';
import type { Wish } from './candidates.server';
import { cutSnippet, snippetAround } from './snippet';

const cut =
  "'StartSel=' || chr(1) || ', StopSel=' || chr(2) || ', MaxFragments=2, MaxWords=30, MinWords=12, FragmentDelimiter=\" … \"'";

/** Any of the words, to mark and to find the best place. */
export const anyOf = (words: string) => words.replaceAll(' & ', ' | ');

/** The marked text, between the characters 1 and 2. */
export function headline(configuration: SQL, text: SQL, words: string | null): SQL {
  if (words === null) return sql`null`;
  return sql`ts_headline(${configuration}, ${text}, ${anyOf(words)}::tsquery, ${sql.raw(cut)})`;
}

export const listOf = (keys: readonly string[]): SQL =>
  sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  );
export const arrayOf = (texts: readonly string[]): SQL => sql`array[${listOf(texts)}]::text[]`;

const lexemesOf = ({ words }: Wish): string[] =>
  [...(words ?? '').matchAll(/'((?:[^']|'')+)'/g)].map(([, lexeme = '']) => lexeme);

/** The marked words; where the database marked none, the place is looked for in the text itself. */
export function snippetOf(
  wish: Wish,
  { snippet, text }: { snippet: string | null; text: string | null },
) {
  if (snippet?.includes('\u0001')) return cutSnippet(snippet);
  const { citations } = wish;
  const found = snippetAround(text ?? '', { citations, lexemes: lexemesOf(wish) });
  return found.length > 0 ? found : cutSnippet((snippet ?? text ?? '').slice(0, 240));
}
