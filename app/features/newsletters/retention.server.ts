import { sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import {
  actorColumns,
  forDays,
  recordColumns,
  type Retention,
  row,
} from '~/policy/retention/retention.server';

const { newsletterDeliveries, newsletters } = schema;

/** Who gets which mails, by the person's own choice. */
const consented = {
  why: 'consent',
  seenBy: 'administrators',
  onDeletion: 'removed',
} as const;

/** Newsletters and their deliveries. */
export const newslettersRetention: Retention = {
  tables: [
    row(newsletters, {
      why: 'statutory-purpose',
      seenBy: 'public',
      kept: { rule: 'published' },
      onDeletion: 'stays-as-it-is',
      by: actorColumns,
      plain: [
        ...recordColumns,
        'subject',
        'language',
        'list',
        'onlyLanguage',
        'inArchive',
        'body',
        'rendered',
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
  ],
};
