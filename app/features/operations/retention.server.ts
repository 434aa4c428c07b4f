import { eq, or, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { retentionPeriods } from '~/lib/time/retention-periods';
import { forDays, type Retention, row } from '~/policy/retention/retention.server';

const { associationSettings, healthVerdicts, mails } = schema;

const faults = { why: 'security', seenBy: 'administrators' } as const;

const ofAccount = { why: 'membership', seenBy: 'administrators', onDeletion: 'removed' } as const;

/** What the association is called, what was found of the health of the site, and the outbox. */
export const operationsRetention: Retention = {
  tables: [
    row(healthVerdicts, {
      ...faults,
      kept: { rule: 'archive' },
      onDeletion: 'kept',
      plain: ['check', 'told', 'seen', 'seenSince'],
    }),
    row(associationSettings, {
      why: 'membership',
      seenBy: 'public',
      kept: { rule: 'archive' },
      onDeletion: 'kept',
      by: ['updatedBy'],
      plain: [
        'id',
        'name',
        'shortName',
        'address',
        'email',
        'vat',
        'networkUrl',
        'menu',
        'footer',
        'lightColour',
        'darkColour',
        'logo',
        'logoDigest',
        'version',
        'updatedAt',
      ],
    }),
    row(mails, {
      ...ofAccount,
      ...forDays(mails.createdAt, 30),
      ofPerson: (id) =>
        or(
          eq(mails.userId, id),
          sql`${mails.recipient} = (select email from users where id = ${id})`,
        ),
      personal: ['userId', 'recipient', 'subject', 'template', 'createdAt', 'sentAt'],
      // They hold links that sign in.
      secret: ['html', 'text', 'headers', 'calendar'],
      plain: ['id', 'state', 'attempts', 'lastError'],
    }),
  ],
  stores: [
    {
      name: 'jobs',
      why: 'membership',
      seenBy: 'nobody',
      kept: { rule: 'days', days: retentionPeriods.finishedJob },
    },
    {
      name: 'log',
      why: 'security',
      seenBy: 'administrators',
      kept: { rule: 'days', days: retentionPeriods.log },
    },
    {
      name: 'backups',
      why: 'security',
      seenBy: 'nobody',
      kept: { rule: 'days', days: retentionPeriods.backup },
    },
  ],
};
