import { and, eq, sql } from 'drizzle-orm';
import { type Actor, isSignedIn, type SignedInActor } from '~/policy/actor';
import { schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { isActiveAdministrator } from '~/features/identity/accounts/accounts.server';
import { authorise } from '~/policy/permissions';
import type { Application } from '~/features/membership/application-mails.server';
import { lockApplication } from '~/features/membership/application-step.server';

/** The application and the version of it that the administrator saw. */
export type ExpectedVersion = { id: string; version: number };

/**
 * Runs `work` on the locked application. For the front doors of this folder, which authorise.
 * @throws AppError `error.changed-meanwhile`, `error.not-found` before confirmation, once it is
 *   anonymised, and when the actor has lost the role
 */
export function withExpectedVersion<Result>(
  actor: Actor,
  looked: ExpectedVersion,
  work: (tx: Transaction, application: Application) => Promise<Result>,
): Promise<Result> {
  return transaction(async (tx) => {
    const application = await lockApplication(tx, { id: looked.id });
    await requireStillAdministrator(tx, actor);
    // Before confirmation only the applicant sees it; after anonymisation there is nothing to review.
    if (!application.confirmedAt || application.anonymisedAt) {
      throw new AppError('error.not-found');
    }
    if (application.version !== looked.version) throw new AppError('error.changed-meanwhile');
    return work(tx, application);
  });
}

/** The role may have been lost since the request began; it stays until the transaction ends. */
async function requireStillAdministrator(tx: Transaction, actor: Actor): Promise<void> {
  const { users } = schema;
  const { id } = reviewerOf(actor);
  const [still] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isActiveAdministrator))
    .for('share');
  if (!still) throw new AppError('error.not-found');
}

/** The actor as someone who reviews. @throws AppError `error.not-found` */
export function reviewerOf(actor: Actor): SignedInActor {
  authorise(actor, 'application.review');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return actor;
}

/** The people who may decide about applications, by name. */
export function selectAdministrators(tx: Transaction) {
  const { users } = schema;
  return tx
    .select({
      id: users.id,
      name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(users)
    .where(isActiveAdministrator)
    .orderBy(users.lastName, users.firstName);
}
