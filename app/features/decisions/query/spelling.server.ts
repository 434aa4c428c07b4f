import { sql } from 'drizzle-orm';
import { editDistance } from '~/config/edit-distance';
import { db, schema } from '~/db/db.server';
import { romanized } from './query-spellings';

const { searchWords } = schema;

const maxWords = 6;
const maxProposals = 4;
/** Shorter words are parts of others by chance: "sent" of "consent". */
const shortestPart = 6;
/** Of several misspelt words: so many combinations are tried, the likeliest first. */
const maxCombinations = 8;

/**
 * The query with its misspelt words put right, null when none helps.
 * @param countHits how much the reader finds by a query: nothing is proposed that they could not see
 */
export async function proposeSpelling(
  query: string,
  countHits: (query: string) => Promise<number>,
): Promise<string | null> {
  // What stands before a colon is meant as a filter, and short words are others by one letter.
  const words = [...query.matchAll(/(?<![\p{L}-])[\p{L}-]{5,40}(?![\p{L}:-])/gu)].slice(
    0,
    maxWords,
  );
  let proposals = [query];
  for (const [word] of words) {
    if ((await countHits(word)) > 0) continue;
    const written = [...new Set([word, romanized(word)])];
    const allowed = slipsIn(word);
    const similar = await Promise.all(written.map((one) => similarWords(one, allowed)));
    const better = await allFound(similar.flat(), countHits);
    // Each word is found by itself, which does not mean that something holds all of them.
    proposals = better
      .flatMap((found) => proposals.map((proposal) => proposal.replace(word, found)))
      .slice(0, maxCombinations);
  }
  for (const proposal of proposals) {
    if (proposal !== query && (await countHits(proposal)) > 0) return proposal;
  }
  // Nothing holds all of them: what is hardly another word is put right all the same.
  const [likeliest = query] = proposals;
  return likeliest !== query && isHardlyOther(likeliest, query) ? likeliest : null;
}

/** Nobody who spells with accents means a word of a language without: "défaut" is not "default". */
const isAccented = (word: string): boolean => /\p{L}\p{M}/u.test(word.normalize('NFD'));

/** Two texts that are one letter apart for each fifteen. */
const isHardlyOther = (one: string, other: string): boolean =>
  editDistance(one.toLowerCase(), other.toLowerCase()) <= Math.ceil(other.length / 15);

async function allFound(
  words: readonly string[],
  countHits: (query: string) => Promise<number>,
): Promise<string[]> {
  const found: string[] = [];
  // As a phrase: by itself a word of texts that the reader may not see would be found where only its
  // beginning or a word of the same meaning is.
  for (const word of words) if ((await countHits(`"${word}"`)) > 0) found.push(word);
  return found;
}

/** How many letters may be wrong: more in a long word, and in a name put into other letters. */
const slipsIn = (word: string): number => {
  if (word.length < 6) return romanized(word) === word ? 1 : 2;
  return word.length < 13 ? 2 : 3;
};

/** Words so many slips of the finger away, the nearest and commonest first; then longer ones that hold it. */
async function similarWords(typed: string, allowed: number): Promise<string[]> {
  const { rows } = await db().execute<{
    word: string;
    folded: string;
    uses: number;
    typed: string;
  }>(sql`
    with wish as (select unaccent(lower(${typed})) as typed)
    select word, folded, uses, typed from ${searchWords}, wish
    where folded % typed or (length(typed) >= ${shortestPart} and folded like '%' || replace(typed, '_', '') || '%')
    order by similarity(folded, typed) desc, uses desc limit 40`);
  return rows
    .map((row) => ({ ...row, distance: editDistance(row.folded, row.typed) }))
    .filter(
      ({ distance, folded, typed: wish }) =>
        distance <= allowed || (wish.length >= shortestPart && folded.includes(wish)),
    )
    .filter(({ word }) => !isAccented(typed) || isAccented(word))
    .toSorted((a, b) => a.distance - b.distance || b.uses - a.uses)
    .slice(0, maxProposals)
    .map(({ word }) => word);
}
