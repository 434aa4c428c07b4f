import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { siteZone } from '~/lib/format/format-date';
import type { Actor } from '~/policy/actor';
import { authorise, can } from '~/policy/permissions';
import type { Trend } from './trend';

const { eventRegistrations, mails, pageViews, users } = schema;

/** A moment by the clocks of Brussels. */
const local = (moment: SQLWrapper) => sql`(${moment} at time zone ${siteZone})`;

const spans = {
  month: sql`generate_series(date_trunc('month', ${local(sql`now()`)}) - interval '11 months', ${local(sql`now()`)}, interval '1 month') as spans(start)`,
  day: sql`generate_series(date_trunc('day', ${local(sql`now()`)}) - interval '29 days', ${local(sql`now()`)}, interval '1 day') as spans(start)`,
};
const ends = {
  month: sql`spans.start + interval '1 month'`,
  day: sql`spans.start + interval '1 day'`,
};

/**
 * The association over the last twelve months: accounts there are, registrations for events and pages
 * read; and e-mails that could not be sent, which are kept for thirty days.
 */
export async function listTrends(actor: Actor): Promise<Trend[]> {
  authorise(actor, 'administration.read');
  const { month, day } = ends;
  const made = local(users.createdAt);
  const registered = local(eventRegistrations.createdAt);
  const sent = local(mails.createdAt);
  return Promise.all([
    trend('accounts', 'month', sql`select count(*) from ${users} where ${made} < ${month}`),
    trend(
      'registrations',
      'month',
      sql`select count(*) from ${eventRegistrations} where ${registered} >= spans.start and ${registered} < ${month}`,
    ),
    ...(can(actor, 'statistics.read')
      ? [
          trend(
            'reading',
            'month',
            sql`select sum(${pageViews.count}) from ${pageViews} where ${pageViews.day} >= spans.start and ${pageViews.day} < ${month}`,
          ),
        ]
      : []),
    trend(
      'failed-mails',
      'day',
      sql`select count(*) from ${mails} where ${mails.state} = 'failed' and ${sent} >= spans.start and ${sent} < ${day}`,
    ),
  ]);
}

async function trend(name: Trend['name'], span: Trend['span'], number: SQL): Promise<Trend> {
  const points = await db()
    .select({
      start: sql<string>`to_char(spans.start, 'YYYY-MM-DD')`,
      number: sql`coalesce((${number}), 0)`.mapWith(Number),
    })
    .from(spans[span])
    .orderBy(sql`spans.start`);
  return { name, span, points };
}
