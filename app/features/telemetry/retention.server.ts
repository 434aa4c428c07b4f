import { and, eq, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { forDays, type Retention, row } from '~/policy/retention/retention.server';

const { errorCounts, errorGroups, pageViews, referrerDomains, trackedErrors, unansweredSearches } =
  schema;

/** So that a year can be compared with the one before. */
const totalsDays = 2 * 365;

const statistics = { why: 'consent', seenBy: 'administrators', onDeletion: 'kept' } as const;

const faults = { why: 'security', seenBy: 'administrators' } as const;

/** Statistics and errors; nearly all of it is not personal data. */
export const telemetryRetention: Retention = {
  tables: [
    row(pageViews, {
      ...statistics,
      ...forDays(sql`${pageViews.day}`, totalsDays),
      plain: ['day', 'path', 'language', 'count'],
    }),
    row(referrerDomains, {
      ...statistics,
      ...forDays(sql`${referrerDomains.day}`, totalsDays),
      plain: ['day', 'domain', 'count'],
    }),
    row(unansweredSearches, {
      ...statistics,
      ...forDays(sql`${unansweredSearches.day}`, totalsDays),
      secret: ['hash'],
      plain: ['day', 'words', 'count'],
    }),
    row(trackedErrors, {
      ...faults,
      ...forDays(trackedErrors.createdAt, 90),
      onDeletion: 'removed',
      ofPerson: (id) => eq(trackedErrors.user, id),
      personal: ['user', 'createdAt', 'url', 'userAgent', 'message', 'stackTrace'],
      secret: ['sessionToken'],
      plain: ['id', 'kind', 'group', 'version', 'versionDate', 'hash', 'requestId'],
    }),
    row(errorGroups, {
      ...faults,
      kept: { rule: 'days', days: 90 },
      expired: and(
        sql`${errorGroups.lastSeenAt} < now() - interval '90 days'`,
        sql`not exists (select from ${trackedErrors} where ${trackedErrors.group} = ${errorGroups.id})`,
      ),
      onDeletion: 'kept',
      plain: [
        'id',
        'kind',
        'message',
        'state',
        'firstSeenAt',
        'lastSeenAt',
        'count',
        'lastVersion',
      ],
    }),
    row(errorCounts, {
      ...faults,
      ...forDays(errorCounts.minute, 7),
      onDeletion: 'kept',
      plain: ['minute', 'errors'],
    }),
  ],
};
