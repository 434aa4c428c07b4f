import { eq, or, type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { type EventFieldName, eventFieldNames } from '~/features/events/editor/event-content';
import { eventFields } from '~/features/events/editor/event-fields';
import { retentionPeriods } from '~/lib/time/retention-periods';
import {
  actorColumns,
  published,
  recordColumns,
  type Retention,
  row,
} from '~/policy/retention/retention.server';

const { eventInvitations, eventRegistrations, eventTranslations, events } = schema;

const isPersonal = (name: EventFieldName) => eventFields[name].isPersonal === true;

const endedBefore = (days: number): SQL =>
  sql`event_id in (select id from ${events} where ends_at_instant < now() - make_interval(days => ${days}))`;

const hasAddressOf = (userId: string, column: 'email' | 'guest_email'): SQL =>
  sql`lower(${sql.identifier(column)}) = (select lower(email) from users where id = ${userId})`;

/** Events, and who takes part in them. */
export const eventsRetention: Retention = {
  tables: [
    row(events, {
      ...published,
      by: actorColumns,
      personal: eventFieldNames.filter(isPersonal),
      plain: [
        ...recordColumns,
        ...eventFieldNames.filter((name) => !isPersonal(name)),
        'rendered',
        'status',
        'startsAtInstant',
        'endsAtInstant',
        'opensAtInstant',
        'closesAtInstant',
        'publishAt',
        'cancelledReason',
        'withdrawnReason',
        'withdrawnAt',
        'icsSequence',
      ],
    }),
    row(eventTranslations, {
      ...published,
      by: actorColumns,
      plain: [
        ...recordColumns,
        'slug',
        'language',
        'status',
        'translationGroup',
        'title',
        'body',
        'rendered',
        'publishAt',
        'expireAt',
        'withdrawnReason',
        'withdrawnAt',
        'summary',
        'corrections',
        'coverAlt',
        'sessions',
        'questions',
        'feeText',
        'photoPolicy',
        'cancelledReason',
      ],
    }),
    row(eventRegistrations, {
      why: 'membership',
      seenBy: 'administrators',
      kept: { rule: 'registration' },
      expired: endedBefore(retentionPeriods.registration),
      onDeletion: 'removed',
      // The association may have entered a member as a guest, by the address.
      ofPerson: (id) => or(eq(eventRegistrations.userId, id), hasAddressOf(id, 'guest_email')),
      by: actorColumns,
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
      plain: [...recordColumns, 'linkNumber', 'queueNumber', 'icsSequence', 'remindedAt'],
    }),
    row(eventInvitations, {
      why: 'membership',
      seenBy: 'administrators',
      kept: { rule: 'days', days: retentionPeriods.needs },
      expired: endedBefore(retentionPeriods.needs),
      onDeletion: 'removed',
      ofPerson: (id) => hasAddressOf(id, 'email'),
      by: ['createdBy'],
      personal: ['name', 'email', 'court', 'country'],
      secret: ['linkHash'],
      plain: ['id', 'createdAt', 'eventId', 'usedAt'],
    }),
  ],
};
