import { and, eq, inArray, sql } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';

const { membershipApplications: applications } = schema;

/** States in which an application may still make a member. */
const open = [
  'submitted',
  'under-review',
  'information-requested',
  'approved',
] as const satisfies readonly (typeof applications.$inferSelect)['status'][];

/**
 * Takes back the consent to the newsletter that an open application of this address holds: who leaves
 * the list has withdrawn it as well (GDPR article 7(3)). The table belongs to membership, which builds
 * on accounts and cannot be asked from here.
 */
export async function withdrawAppliedConsent(tx: Transaction, email: string): Promise<void> {
  await tx
    .update(applications)
    .set({ consents: sql`${applications.consents} - 'newsletter'` })
    .where(and(eq(applications.email, email.toLowerCase()), inArray(applications.status, open)));
}
