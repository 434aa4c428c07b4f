import { type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { executePrepared } from '~/db/prepared.server';
import { isListedFor } from '~/features/decisions/records/visibility.server';
import type { Actor } from '~/policy/actor';
import { type CompiledQuery, compileQuery, withFewerTerms } from './compiled-query.server';
import { isDecisionFor } from './decision-matches.server';
import { asksForNumbersOnly, citationsAlone, parseQuery, type SearchQuery } from './parse-query';
import { normalizeQuery } from './query-spellings';
import { readQuery } from './typed-numbers.server';
import { proposeSpelling } from './spelling.server';
import type { MayPropose } from './spelling-limit.server';

const { decisionRecords: records } = schema;

/** What words find among the decisions, the same for a list, its facets, its count and its exports. */
export type WordFinding = {
  /** Which decisions: those that the words find and the actor may find. */
  condition: SQL;
  /** What they are ranked by; null where there is nothing to rank. */
  compiled: CompiledQuery | null;
  /** The words that these are found by. */
  query: string;
  /** Nothing was found for what was typed, which is this. */
  insteadOf: string | null;
  /** Hardly anything has all words: some have fewer of them. */
  hasFewerWords: boolean;
};

/** With fewer decisions than these, what has fewer of the words is shown after them. */
const few = 5;

type Seen = {
  /** How many there are, as far as that matters. */
  seen: number;
  /** One of them is called what was typed: then it is what was meant. */
  isNamed: boolean;
};
type Look = Seen & {
  query: string;
  compiled: CompiledQuery | null;
  hasFewerWords?: boolean;
  /** A number that is not here is asked for. */
  isUnknownNumber?: boolean;
};

/**
 * Reads words as the search of the site does and says which of the decisions that the actor may find
 * they find. What is chosen besides plays no part in it, so that every number beside a filter is that of
 * the list it leads to.
 */
export async function findByWords(
  actor: Actor,
  words: string,
  mayPropose?: MayPropose,
): Promise<WordFinding> {
  if (!words) return { ...findingOf(actor, nothing), condition: isListedFor(actor) };
  const query = normalizeQuery(words);
  const found = await look(actor, query, words);
  // A phrase or an excluded word is meant literally.
  const isLiteral = /"|(^|\s)-/.test(query);
  const isWhatWasMeant = found.isNamed || isLiteral || found.isUnknownNumber;
  if (found.seen >= few || isWhatWasMeant) return findingOf(actor, found);
  const instead = found.seen === 0 ? await lookInstead(actor, query, mayPropose) : null;
  const meant = instead && (await loosen(actor, instead));
  if (meant && meant.seen > 0) return findingOf(actor, meant, query);
  return findingOf(actor, await loosen(actor, found));
}

/**
 * The decisions that have all of the words, for what lasts: it does not depend on how many others there
 * are.
 */
export async function isStrictlyFor(actor: Actor, words: string): Promise<SQL> {
  if (!words) return isListedFor(actor);
  const query = normalizeQuery(words);
  const parsed = await readQuery(actor, words);
  const readings = [parsed];
  if (parsed.citations.length > 0) readings.push(parseQuery(query, { hasCitations: false }));
  const conditions = await Promise.all(
    readings.map(async (one) => conditionOf(actor, await compileQuery(one))),
  );
  return sql`(${sql.join(conditions, sql` or `)})`;
}

const nothing = { query: '', compiled: null };

const conditionOf = (actor: Actor, compiled: CompiledQuery | null): SQL =>
  compiled ? isDecisionFor(compiled, actor) : sql`false`;

const findingOf = (
  actor: Actor,
  { query, compiled, hasFewerWords = false }: Pick<Look, 'query' | 'compiled' | 'hasFewerWords'>,
  insteadOf: string | null = null,
): WordFinding => ({
  condition: conditionOf(actor, compiled),
  compiled,
  query,
  insteadOf,
  hasFewerWords,
});

async function look(actor: Actor, query: string, typed = query): Promise<Look> {
  const parsed = await readQuery(actor, typed);
  const found = await lookFor(actor, query, parsed);
  if (found.seen > 0 || parsed.citations.length === 0) return found;
  // What looks like a case number and is that of no decision may be a date or a measure.
  const asWords = await lookFor(actor, query, parseQuery(query, { hasCitations: false }));
  return { ...asWords, isUnknownNumber: asksForNumbersOnly(parsed) };
}

async function lookFor(actor: Actor, query: string, parsed: SearchQuery): Promise<Look> {
  const compiled = await compileQuery(parsed);
  const seen = compiled ? await countSome(compiled, actor) : { seen: 0, isNamed: false };
  return { query, compiled, ...seen };
}

async function countSome(compiled: CompiledQuery, actor: Actor): Promise<Seen> {
  const [row] = await executePrepared<Seen>(sql`
    select count(*)::integer as seen, coalesce(bool_or(is_named), false) as "isNamed" from (
      select ${records.search} @@ ${compiled.decisionName}::tsquery as is_named
        from ${records} where ${isDecisionFor(compiled, actor)} limit ${few}) as found`);
  return row ?? { seen: 0, isNamed: false };
}

/** What was meant: the citation without the words around it, or words that are spelt otherwise. */
async function lookInstead(
  actor: Actor,
  query: string,
  mayPropose?: MayPropose,
): Promise<Look | null> {
  const cited = citationsAlone(query);
  if (cited !== null) {
    const found = await look(actor, cited);
    if (found.seen > 0) return found;
  }
  if (mayPropose && !(await mayPropose())) return null;
  const meant = await proposeSpelling(query, async (words) => (await look(actor, words)).seen);
  return meant === null ? null : look(actor, meant);
}

/** What has all words, and after it what has some of them. */
async function loosen(actor: Actor, found: Look): Promise<Look> {
  for (const enough of ['decisions', 'any'] as const) {
    const compiled = found.compiled && withFewerTerms(found.compiled, enough);
    if (!compiled) break;
    const { seen } = await countSome(compiled, actor);
    if (seen > found.seen) return { ...found, compiled, seen, hasFewerWords: true };
    if (found.seen > 0) break;
  }
  return found;
}
