import { and, eq, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { citationKey, citationKeys } from '~/features/citations/citation-key';
import { citedKeys, isNameKey, isProvisionKey, nameIn } from '~/features/citations/cited-in-text';
import { parseProvision } from '~/features/citations/provisions';
import { courtColumns } from '~/features/decisions/browse/browse.server';
import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { nameOfDecision } from '~/features/decisions/records/decision-names';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';
import {
  isCalled,
  isListedFor,
  isReadableBy,
} from '~/features/decisions/records/visibility.server';
import {
  citationsIn,
  withCitations,
} from '~/features/writing/rendered-texts/rendered-texts.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import type { CheckedHtml } from '~/rich-text/rendered-text';
import { linkAttributes } from './decision-card';

const { courts, decisionRecords: records } = schema;

const named = {
  identifier: records.identifier,
  type: records.type,
  names: records.names,
  caseNumbers: records.caseNumbers,
  keys: records.keys,
  decidedOn: records.decidedOn,
  summaries: records.summaries,
  court: courtColumns,
};

type Text = { html: CheckedHtml | null };

/**
 * Texts in which each citation of a decision that the actor may find is a link to it. Of the others
 * nothing but the words is left, so that what is not for the actor looks like what is not here.
 */
export async function linkAllCitations<Linked extends Text>(
  actor: Actor,
  texts: readonly Linked[],
): Promise<Linked[]> {
  authorise(actor, 'decision.read');
  const keys = texts.flatMap(({ html }) => (html === null ? [] : citationsIn(html)));
  if (keys.length === 0) return [...texts];
  const linkOf = await findLinks(actor, [...new Set(keys)]);
  return texts.map((text) => ({
    ...text,
    html: text.html === null ? null : withCitations(text.html, linkOf),
  }));
}

/** The same of one text. */
export async function linkCitations<Linked extends { html: CheckedHtml }>(
  actor: Actor,
  text: Linked,
): Promise<Linked> {
  authorise(actor, 'decision.read');
  const linkOf = await findLinks(actor, citationsIn(text.html));
  return { ...text, html: withCitations(text.html, linkOf) };
}

/**
 * The link of a key: to the decision when it names exactly one, or one judgment among orders and
 * opinions; to the page of a provision when there is one.
 */
async function findLinks(actor: Actor, keys: readonly string[]) {
  const linkOfProvision = await findProvisionLinks(actor, keys.filter(isProvisionKey));
  const cited = keys.filter((key) => !isProvisionKey(key));
  const found = cited.length === 0 ? [] : await findCited(actor, cited);
  return (key: string) => {
    if (isProvisionKey(key)) return linkOfProvision(key);
    const meant = found.filter((decision) => isNamedBy(decision, key));
    const judgments = meant.filter(({ type }) => type === 'judgment');
    const [only, ...others] = meant.length > 1 ? judgments : meant;
    if (!only || others.length > 0) return null;
    const { identifier, court, decidedOn, summaries } = only;
    const name = nameOfDecision(only);
    return linkAttributes({
      address: decisionAddress(identifier),
      name,
      court,
      decidedOn,
      summaries,
    });
  };
}

/** "gdpr/6" of "gdpr/6/1/f": pages are those of articles. */
function articleOf(key: string): string {
  const { instrument, article } = parseProvision(key) ?? {};
  return `${instrument}/${article}`;
}

/** A provision has a page as soon as there is a decision on its article that the actor may find. */
async function findProvisionLinks(actor: Actor, keys: readonly string[]) {
  const articles = [...new Set(keys.map(articleOf))];
  const { rows } =
    articles.length === 0
      ? { rows: [] }
      : await db().execute<{ article: string }>(sql`
          select article from unnest(${sql.param(articles)}::text[]) as article
          where exists (select from ${records}
            where ${records.articles} @> array[article] and ${isListedFor(actor)})`);
  const known = new Set(rows.map(({ article }) => article));
  return (key: string) => {
    const article = articleOf(key);
    return known.has(article) ? { href: `/provisions/${article}` } : null;
  };
}

/** Names as they may be given in full: "Digital Rights Ireland" has "and Others" in its own. */
const fullNames = (name: string): string[] => [name, `${name} and Others`];

async function findCited(actor: Actor, keys: readonly string[]) {
  const names = keys.filter(isNameKey).flatMap((key) => fullNames(nameIn(key)));
  const hasKey = sql`${records.keys} && ${sql.param(keys.filter((key) => !isNameKey(key)))}::text[]`;
  const hasName = sql`${records.names} && ${sql.param(names)}::text[]`;
  return db()
    .select(named)
    .from(records)
    .innerJoin(courts, eq(courts.code, records.court))
    .where(and(names.length > 0 ? sql`(${hasKey} or ${hasName})` : hasKey, isListedFor(actor)));
}

type Named = Pick<typeof records.$inferSelect, 'names' | 'caseNumbers' | 'keys'>;

/** A part of a case number names nothing: all of it has to be the key. */
function isNamedBy({ names, caseNumbers, keys }: Named, key: string): boolean {
  if (isNameKey(key)) return fullNames(nameIn(key)).some((name) => names.includes(name));
  if (key.startsWith('ECLI')) return keys.includes(key);
  return caseNumbers.some((number) => keysOfNumber(number).includes(key));
}

/** The keys of a case number of a record: as the recogniser reads it, and all of it. */
const keysOfNumber = (number: string): string[] => [
  ...citedKeys(number),
  citationKey(number),
  ...citationKeys(number).slice(0, 1),
];

/** A number that could be anything else, such as "16/13", names nothing. */
const isTelling = (key: string) => /^ECLI|\p{L}|^\d{5}/u.test(key);

/**
 * The keys under which texts cite a decision: the ECLI, also of what has been merged into it, and its
 * numbers, unless it is an opinion in the case of a judgment.
 * @throws AppError `error.not-found` for what the actor may not open
 */
export async function getMentionKeys(actor: Actor, identifier: string): Promise<string[]> {
  authoriseReading(actor);
  const { keys, caseNumbers, type } = records;
  const [found] = await db()
    .select({ keys, caseNumbers, type })
    .from(records)
    .where(and(isCalled(identifier), isReadableBy(actor)));
  if (!found) throw new AppError('error.not-found');
  const eclis = found.keys.filter((key) => key.startsWith('ECLI'));
  const numbers = [...new Set(found.caseNumbers.flatMap(keysOfNumber))];
  return [...eclis, ...(found.type === 'opinion' ? [] : numbers)].filter(isTelling);
}

/** Decisions of the list beside a text, with the address of each that the actor may find. */
export async function withDecisionAddresses<Decision extends { ecli: string }>(
  actor: Actor,
  decisions: readonly Decision[],
): Promise<(Decision & { address: string | null })[]> {
  authorise(actor, 'decision.read');
  const keyOf = ({ ecli }: Decision) => citationKeys(ecli)[0] ?? '';
  const linkOf = await findLinks(actor, decisions.map(keyOf));
  return decisions.map((one) => ({ ...one, address: linkOf(keyOf(one))?.href ?? null }));
}
