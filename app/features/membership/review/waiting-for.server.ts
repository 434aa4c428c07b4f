import { and, eq, inArray, ne, not, or, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema } from '~/db/db.server';
import { isActiveAdministrator } from '~/features/identity/accounts/accounts.server';
import { hasFirstApproval } from '~/features/membership/application-step.server';

const { membershipApplications: applications, users } = schema;

/** Assigned to somebody who can still decide about it. */
const isInCharge = sql`exists (select from ${users} where ${users.id} = ${applications.assignedTo} and ${isActiveAdministrator})`;

/**
 * The applications that wait for this administrator: unassigned ones or their own, and those that need
 * a second approval by someone else than the first. What is assigned to somebody who no longer
 * administrates is unassigned.
 */
export function isWaitingFor(actor: Actor) {
  const mine = or(sql`not ${isInCharge}`, eq(applications.assignedTo, actor.id ?? ''));
  return and(
    inArray(applications.status, ['submitted', 'under-review']),
    or(
      and(not(hasFirstApproval), mine),
      and(hasFirstApproval, ne(applications.firstApprovedBy, actor.id ?? '')),
    ),
  );
}
