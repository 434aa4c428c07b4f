import { and, eq, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { citationKey, citationKeys } from '~/features/citations/citation-key';
import { citedKeys, isNameKey, isProvisionKey, nameIn } from '~/features/citations/cited-in-text';
import { parseProvision } from '~/features/citations/provisions';
import { courtColumns } from '~/features/decisions/browse/browse.server';
import { isListedFor } from '~/features/decisions/records/visibility.server';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';

const { courts, decisionRecords: records } = schema;

/** Names as they may be given in full: "Digital Rights Ireland" has "and Others" in its own. */
const fullNames = (name: string): string[] => [name, `${name} and Others`];

/**
 * The keys of a case number of a record: as the recogniser reads it, and all of it. Its number and year
 * alone would name others where a court follows them, as in "1234/20.5T8LSB.L1".
 */
export function keysOfNumber(number: string): string[] {
  const read = citedKeys(number);
  return [
    ...read,
    citationKey(number),
    ...(read.length > 0 ? [] : citationKeys(number).slice(0, 1)),
  ];
}

/** Decisions that the actor may find and that have one of the keys, maybe as a part of a number. */
function selectWithKeys(actor: Actor, keys: readonly string[]) {
  const names = keys.filter(isNameKey).flatMap((key) => fullNames(nameIn(key)));
  const hasKey = sql`${records.keys} && ${sql.param(keys.filter((key) => !isNameKey(key)))}::text[]`;
  const hasName = sql`${records.names} && ${sql.param(names)}::text[]`;
  return db()
    .select({
      identifier: records.identifier,
      type: records.type,
      names: records.names,
      caseNumbers: records.caseNumbers,
      keys: records.keys,
      decidedOn: records.decidedOn,
      summaries: records.summaries,
      court: courtColumns,
    })
    .from(records)
    .innerJoin(courts, eq(courts.code, records.court))
    .where(and(names.length > 0 ? sql`(${hasKey} or ${hasName})` : hasKey, isListedFor(actor)));
}

export type CitedDecision = Awaited<ReturnType<typeof selectWithKeys>>[number];

/** A part of a case number names nothing: all of it has to be the key. */
function namesOf({ caseNumbers, keys }: CitedDecision): Set<string> {
  return new Set([
    ...keys.filter((key) => key.startsWith('ECLI')),
    ...caseNumbers.flatMap(keysOfNumber).filter((key) => !key.startsWith('ECLI')),
  ]);
}

/**
 * The decision that a key names: exactly one that the actor may find, or one judgment among orders
 * and opinions.
 */
async function findDecisions(actor: Actor, keys: readonly string[]) {
  const rows = keys.length === 0 ? [] : await selectWithKeys(actor, keys);
  const found = rows.map((decision) => ({ decision, names: namesOf(decision) }));
  return (key: string): CitedDecision | null => {
    const full = isNameKey(key) ? fullNames(nameIn(key)) : null;
    const meant = found
      .filter(({ decision, names }) =>
        full ? full.some((name) => decision.names.includes(name)) : names.has(key),
      )
      .map(({ decision }) => decision);
    const judgments = meant.filter(({ type }) => type === 'judgment');
    const [only, ...others] = meant.length > 1 ? judgments : meant;
    return only && others.length === 0 ? only : null;
  };
}

/** "gdpr/6" of "gdpr/6/1/f": pages are those of articles. */
function articleIn(key: string): string {
  const { instrument, article } = parseProvision(key) ?? {};
  return `${instrument}/${article}`;
}

/** The article of a provision, as soon as there is a decision on it that the actor may find. */
async function findArticles(actor: Actor, keys: readonly string[]) {
  const articles = [...new Set(keys.map(articleIn))];
  const { rows } =
    articles.length === 0
      ? { rows: [] }
      : await db().execute<{ article: string }>(sql`
          select article from unnest(${sql.param(articles)}::text[]) as article
          where exists (select from ${records}
            where ${records.articles} @> array[article] and ${isListedFor(actor)})`);
  const known = new Set(rows.map(({ article }) => article));
  return (key: string): string | null => {
    const article = articleIn(key);
    return known.has(article) ? article : null;
  };
}

/** What a key names. */
type Cited = { article: string } | { decision: CitedDecision } | null;

/** What keys name of the decisions and articles that the actor may find. */
export async function findCited(actor: Actor, keys: readonly string[]) {
  authorise(actor, 'decision.read');
  const { provisions = [], decisions = [] } = Object.groupBy(keys, (key) =>
    isProvisionKey(key) ? 'provisions' : 'decisions',
  );
  const [articleOf, decisionOf] = await Promise.all([
    findArticles(actor, provisions),
    findDecisions(actor, decisions),
  ]);
  return (key: string): Cited => {
    if (isProvisionKey(key)) {
      const article = articleOf(key);
      return article === null ? null : { article };
    }
    const decision = decisionOf(key);
    return decision && { decision };
  };
}
