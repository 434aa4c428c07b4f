import { and, desc, gte, isNotNull, isNull, sql, sum } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { hasConsent } from '~/features/consent/consent.server';
import { headersAskNotToBeTracked } from '~/features/consent/asks-not-to-be-tracked';
import { keyedHash } from '~/platform/keyed-hash.server';
import { networkOf } from '~/lib/network-of';
import { authorise } from '~/policy/permissions';
import { secret } from '~/platform/secret.server';
import { consumeUse, countUse } from '~/platform/throttle.server';
import { countedPatterns } from './counted-pages';
import type { Period } from './periods';

const { pageViews, referrerDomains, unansweredSearches } = schema;

export const pageViewSchema = z.strictObject({
  path: z.enum(countedPatterns),
  language: z.enum(['en', 'fr', 'de']),
  referrer: z
    .string()
    .regex(/^[a-z0-9.-]{1,253}$/)
    .nullable(),
});

/** Page views counted from one network address in an hour. */
const limit = { points: 600, duration: 3600 };

/** One network counts once a week for the same words or domain: else one browser could write them. */
const once = { points: 1, duration: 7 * 24 * 3600 };
/** Different words or domains from one network, in an hour. */
const different = { points: 30, duration: 3600 };

async function isNew(kind: 'searches' | 'referrers', text: string, clientAddress: string) {
  const network = networkOf(clientAddress);
  const isAmongFew = await countUse(`counted-${kind}`, different, network);
  if (!isAmongFew.isWithin) return false;
  return (await countUse(`counted-${kind}-once`, once, `${network} ${text}`)).isWithin;
}

/** Days are those of Brussels. */
const today = sql`(now() at time zone 'Europe/Brussels')::date`;
const thisWeek = sql`date_trunc('week', now() at time zone 'Europe/Brussels')::date`;

type Asked = { headers: Headers; clientAddress: string };

/** Whether this browser lets itself be counted: with consent, and without the wish not to be. */
function mayCount(headers: Headers): boolean {
  return hasConsent(headers, 'analytics') && !headersAskNotToBeTracked(headers);
}

/**
 * Adds one to the totals of a day. What is not agreed to is not counted, whatever is sent.
 * @throws AppError `error.not-found` while analytics is off, `error.auth/too-many-requests`
 */
export async function countPageView(
  actor: Actor,
  { path, language, referrer }: z.output<typeof pageViewSchema>,
  { headers, clientAddress }: Asked,
): Promise<void> {
  authorise(actor, 'statistics.count');
  if (!config().flags.analytics) throw new AppError('error.not-found');
  if (!mayCount(headers)) return;
  const counted = await consumeUse('page-views', limit, networkOf(clientAddress));
  if (!counted.isWithin) throw new AppError('error.auth/too-many-requests');
  const ownName = new URL(config().server.origin).hostname;
  const isFromElsewhere = referrer !== null && referrer !== ownName;
  const domain =
    isFromElsewhere && (await isNew('referrers', referrer, clientAddress)) ? referrer : null;
  await transaction(async (tx) => {
    await tx
      .insert(pageViews)
      .values({ day: today, path, language, count: 1 })
      .onConflictDoUpdate({
        target: [pageViews.day, pageViews.path, pageViews.language],
        set: { count: sql`${pageViews.count} + 1` },
      });
    if (!domain) return;
    await tx
      .insert(referrerDomains)
      .values({ day: today, domain, count: 1 })
      .onConflictDoUpdate({
        target: [referrerDomains.day, referrerDomains.domain],
        set: { count: sql`${referrerDomains.count} + 1` },
      });
  });
}

/**
 * What so many networks have searched for in a week, or come from, says nothing about one of them,
 * and was written by none of them alone.
 */
const isAnonymous = 5;

/**
 * Counts a search that found nothing. The words themselves are kept from the fifth time in a week
 * on: a name that one person looks for is never written down.
 */
export async function countUnansweredSearch(
  actor: Actor,
  words: string,
  { headers, clientAddress }: Asked,
): Promise<void> {
  authorise(actor, 'statistics.count');
  if (!config().flags.analytics || !mayCount(headers)) return;
  const plain = words.normalize('NFC').trim().toLowerCase().replaceAll(/\s+/g, ' ').slice(0, 100);
  if (!plain || !(await isNew('searches', plain, clientAddress))) return;
  const hash = keyedHash(secret(), 'unanswered-search', plain).slice(0, 32);
  const next = sql`${unansweredSearches.count} + 1`;
  await db()
    .insert(unansweredSearches)
    .values({ day: thisWeek, hash, count: 1 })
    .onConflictDoUpdate({
      target: [unansweredSearches.day, unansweredSearches.hash],
      set: {
        count: next,
        words: sql`case when ${next} >= ${isAnonymous}::int then ${plain} else null end`,
      },
    });
}

async function totalsSince(days: Period) {
  const since = sql`${today} - ${days - 1}::int`;
  const views = gte(pageViews.day, since);
  const number = sum(pageViews.count).mapWith(Number);
  const searchesSince = gte(unansweredSearches.day, since);
  const searched = sum(unansweredSearches.count).mapWith(Number);
  const referred = sum(referrerDomains.count).mapWith(Number);
  const [byDay, byPage, byLanguage, byDomain, byWords, [rare]] = await Promise.all([
    // Each day of the period, also those on which nothing was read.
    db()
      .select({
        day: sql<string>`to_char(days.day, 'YYYY-MM-DD')`,
        number: sql`coalesce(${sum(pageViews.count)}, 0)`.mapWith(Number),
      })
      .from(sql`generate_series(${since}, ${today}, interval '1 day') as days(day)`)
      .leftJoin(pageViews, sql`${pageViews.day} = days.day::date`)
      .groupBy(sql`days.day`)
      .orderBy(sql`days.day`),
    db()
      .select({ name: pageViews.path, number })
      .from(pageViews)
      .where(views)
      .groupBy(pageViews.path)
      .orderBy(desc(number)),
    db()
      .select({ name: pageViews.language, number })
      .from(pageViews)
      .where(views)
      .groupBy(pageViews.language)
      .orderBy(desc(number)),
    db()
      .select({ name: referrerDomains.domain, number: referred })
      .from(referrerDomains)
      .where(gte(referrerDomains.day, since))
      .groupBy(referrerDomains.domain)
      .orderBy(desc(referred))
      .limit(200),
    db()
      .select({ name: sql<string>`${unansweredSearches.words}`, number: searched })
      .from(unansweredSearches)
      .where(and(searchesSince, isNotNull(unansweredSearches.words)))
      .groupBy(unansweredSearches.words)
      .orderBy(desc(searched))
      .limit(200),
    db()
      .select({ number: searched })
      .from(unansweredSearches)
      .where(and(searchesSince, isNull(unansweredSearches.words))),
  ]);
  return { days, byDay, byPage, byLanguage, byDomain, byWords, rareSearches: rare?.number ?? 0 };
}

export type Statistics = Awaited<ReturnType<typeof totalsSince>>;

/** The totals of the last days, for the administration. */
export async function getStatistics(actor: Actor, days: Period): Promise<Statistics> {
  authorise(actor, 'statistics.read');
  return totalsSince(days);
}

/**
 * The same totals for everybody, where the association has chosen to show them; of the domains
 * those that several came from.
 * @throws AppError `error.not-found` while the public page is off
 */
export async function getPublicStatistics(actor: Actor, days: Period): Promise<Statistics> {
  authorise(actor, 'statistics.read-public');
  if (!config().flags.publicStatistics) throw new AppError('error.not-found');
  const totals = await totalsSince(days);
  return { ...totals, byDomain: totals.byDomain.filter(({ number }) => number >= isAnonymous) };
}
