import { and } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { citationKeys } from '~/features/citations/citation-key';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';
import { isCalled, isReadableBy } from '~/features/decisions/records/visibility.server';
import {
  citationsIn,
  withCitations,
} from '~/features/writing/rendered-texts/rendered-texts.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import type { CheckedHtml } from '~/rich-text/rendered-text';
import { listCitedIn, listPageLinks } from './cited-in-document.server';
import { keysOfNumber } from './find-cited.server';
import { findLinks } from './find-links.server';
import { linkPreview } from './linked-preview.server';

export { linkPreview, listCitedIn, listPageLinks };

const { decisionRecords: records } = schema;

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
