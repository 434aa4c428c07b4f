import { eq } from 'drizzle-orm';
import type { Actor, SignedInActor } from '~/policy/actor';
import { db, type Database, schema, type Transaction, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { findTokenOwner, useToken } from '~/features/identity/sign-in/sign-in.server';
import { authorise } from '~/policy/permissions';
import { appealWithin, getStatement } from '~/features/forum/reviews/decisions.server';

type AppealLink = { review: string; token: string };

/** Who was suspended, for this one matter: as someone else they cannot be signed in. */
async function authorOf(
  connection: Database | Transaction,
  userId: string | null,
): Promise<SignedInActor | null> {
  const { id, email, role, firstName, lastName } = schema.users;
  if (!userId) return null;
  const [author] = await connection
    .select({ id, email, role, firstName, lastName })
    .from(schema.users)
    .where(eq(id, userId));
  return author ?? null;
}

/**
 * The statement of reasons behind the link of a mail to someone who is suspended. Changes nothing,
 * so that mail gateways may open it.
 * @returns null when the link is unknown, used, over or belongs to another matter
 */
export async function getStatementByLink(actor: Actor, { review, token }: AppealLink) {
  authorise(actor, 'flag.appeal-by-link');
  const author = await authorOf(db(), await findTokenOwner('appeal', token, review));
  return author ? getStatement(author, review) : null;
}

/**
 * The one appeal of someone who is suspended; the link is used up.
 * @throws AppError `error.auth/expired-action-code`, `error.not-found`,
 *   `error.review.no-appeal`
 */
export async function appealByLink(
  actor: Actor,
  { review, token }: AppealLink,
  text: string,
): Promise<void> {
  authorise(actor, 'flag.appeal-by-link');
  await transaction(async (tx) => {
    const link = { purpose: 'appeal' as const, token, about: review };
    const author = await authorOf(tx, await useToken(tx, link));
    if (!author) throw new AppError('error.auth/expired-action-code');
    await appealWithin(tx, author, { id: review, text });
  });
}
