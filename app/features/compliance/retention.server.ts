import { eq } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { type Retention, row } from '~/policy/retention/retention.server';

const { agreementAcceptances } = schema;

/** Who accepted which agreement. */
export const complianceRetention: Retention = {
  tables: [
    row(agreementAcceptances, {
      why: 'membership',
      seenBy: 'administrators',
      kept: { rule: 'account' },
      onDeletion: 'removed',
      ofPerson: (id) => eq(agreementAcceptances.userId, id),
      personal: ['userId', 'acceptedAt', 'acceptanceFrom', 'effectiveOn', 'language'],
      plain: ['id'],
    }),
  ],
};
