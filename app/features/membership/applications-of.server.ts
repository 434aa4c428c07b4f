import { desc, eq, or, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { isUuid } from '~/lib/is-uuid';
import { authorise } from '~/policy/permissions';

const { membershipApplications: applications, users } = schema;

/**
 * The applications of a person who has an account: the one it was made by, and confirmed ones with
 * the same address. For that person's record in the administration, the newest first.
 */
export async function listApplicationsOf(actor: Actor, userId: string) {
  authorise(actor, 'application.review');
  if (!isUuid(userId)) return [];
  const sameAddress = sql`${applications.confirmedAt} is not null and ${applications.email} =
    (select ${users.email} from ${users} where ${users.id} = ${userId})`;
  return db()
    .select({
      id: applications.id,
      createdAt: applications.createdAt,
      status: applications.status,
      statusSince: applications.statusSince,
      memberCategory: applications.memberCategory,
      memberNumber: applications.memberNumber,
      feeStatus: applications.feeStatus,
      decidedAt: applications.decidedAt,
      isOfAccount: sql<boolean>`coalesce(${applications.userId} = ${userId}, false)`,
    })
    .from(applications)
    .where(or(eq(applications.userId, userId), sameAddress))
    .orderBy(desc(applications.createdAt), desc(applications.id))
    .limit(50);
}
