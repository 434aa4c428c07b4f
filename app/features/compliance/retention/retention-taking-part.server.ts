import { eq, or, type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { keptFor } from '~/lib/time/kept-for';
import { forDays, type RetentionRow, row } from './retention-row.server';

const {
  eventInvitations,
  eventRegistrations,
  events,
  newsletterDeliveries,
  newsletters,
  subscriptions,
} = schema;

const record = ['id', 'createdAt', 'updatedAt', 'version'] as const;
const by = ['createdBy', 'updatedBy'] as const;

/** Who gets which mails, by the person's own choice. */
const consented = {
  why: 'consent',
  seenBy: 'administrators',
  onDeletion: 'removed',
} as const;

const endedBefore = (days: number): SQL =>
  sql`event_id in (select id from ${events} where ends_at_instant < now() - make_interval(days => ${days}))`;

const hasAddressOf = (userId: string, column: 'email' | 'guest_email'): SQL =>
  sql`lower(${sql.identifier(column)}) = (select lower(email) from users where id = ${userId})`;

/** Who takes part in events, and who receives which mails. */
export const takingPartRows: readonly RetentionRow[] = [
  row(eventRegistrations, {
    why: 'membership',
    seenBy: 'administrators',
    kept: { rule: 'registration' },
    expired: endedBefore(keptFor.registration),
    onDeletion: 'removed',
    // The association may have entered a member as a guest, by the address.
    ofPerson: (id) => or(eq(eventRegistrations.userId, id), hasAddressOf(id, 'guest_email')),
    by,
    personal: [
      'userId',
      'eventId',
      'guestName',
      'guestEmail',
      'guestCourt',
      'guestCountry',
      'mode',
      'answers',
      'needs',
      'listConsent',
      'photoConsent',
      'status',
      'language',
    ],
    secret: ['linkHash'],
    plain: [...record, 'queueNumber', 'icsSequence', 'remindedAt'],
  }),
  row(eventInvitations, {
    why: 'membership',
    seenBy: 'administrators',
    kept: { rule: 'days', days: keptFor.needs },
    expired: endedBefore(keptFor.needs),
    onDeletion: 'removed',
    ofPerson: (id) => hasAddressOf(id, 'email'),
    by: ['createdBy'],
    personal: ['name', 'email', 'court', 'country'],
    secret: ['linkHash'],
    plain: ['id', 'createdAt', 'eventId', 'usedAt'],
  }),
  row(newsletters, {
    why: 'statutory-purpose',
    seenBy: 'public',
    kept: { rule: 'published' },
    onDeletion: 'stays-as-it-is',
    by,
    plain: [
      ...record,
      'subject',
      'language',
      'list',
      'onlyLanguage',
      'inArchive',
      'body',
      'items',
      'status',
      'sendAt',
      'startedAt',
      'finishedAt',
      'printed',
      'html',
      'text',
      'counts',
    ],
  }),
  row(newsletterDeliveries, {
    ...consented,
    ...forDays(newsletterDeliveries.createdAt, 90),
    ofPerson: (id) =>
      sql`${newsletterDeliveries.email} = (select lower(email) from users where id = ${id})`,
    personal: ['email', 'createdAt', 'state', 'settledAt', 'reply'],
    secret: ['subscriptionId'],
    plain: ['id', 'newsletterId', 'sender', 'attempts', 'nextAt'],
  }),
  row(subscriptions, {
    ...consented,
    kept: { rule: 'account' },
    // Asked for and never confirmed, or left by someone without an account and not taken back.
    expired: sql`${subscriptions.userId} is null and (
      (${subscriptions.status} = 'pending' and ${subscriptions.confirmUntil} < now())
      or (${subscriptions.status} in ('unsubscribed', 'pending')
        and ${subscriptions.leftAt} < now() - interval '30 days'))`,
    ofPerson: (id) =>
      or(
        eq(subscriptions.userId, id),
        sql`${subscriptions.email} = (select lower(email) from users where id = ${id})`,
      ),
    personal: [
      'email',
      'userId',
      'lists',
      'language',
      'consentVersion',
      'requestedAt',
      'confirmedAt',
      'status',
      'requestedLists',
      'leftLists',
      'leftAt',
      'bouncedAt',
      'bounceCode',
      'createdAt',
      'updatedAt',
      'confirmUntil',
    ],
    // The id opens the subscription to whoever has it.
    secret: ['id', 'confirmHash'],
  }),
];
