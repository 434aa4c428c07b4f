import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { db, schema, type Database, type Transaction, takeTurn } from '~/db/db.server';

const { oneTimeTokens } = schema;

export type TokenPurpose = (typeof oneTimeTokens.purpose.enumValues)[number];

/** What is to count for one matter only does not have the hash of the secret alone. */
const hashOf = (token: string, about?: string) =>
  createHash('sha256')
    .update(about === undefined ? token : `${about} ${token}`)
    .digest('hex');

type NewToken = { purpose: TokenPurpose; userId: string; minutes: number; about?: string };

/**
 * Makes a link's secret: 256 bits, bound to one purpose, usable once and only for a time. The
 * database keeps its hash. Earlier ones of the same purpose and person stop working, also when
 * several are issued at the same moment: then the one that is issued last works. With `about` it
 * counts for that one matter, beside those for others.
 * @returns the secret, for the mail
 */
export async function issueToken(
  tx: Transaction,
  { purpose, userId, minutes, about }: NewToken,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await takeTurn(tx, `token ${purpose} ${userId}`);
  if (about === undefined) {
    await tx
      .delete(oneTimeTokens)
      .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, purpose)));
  }
  await tx.insert(oneTimeTokens).values({
    purpose,
    userId,
    hash: hashOf(token, about),
    expiresAt: new Date(Date.now() + minutes * 60_000),
  });
  return token;
}

/** A secret as we make it; nothing that carries a matter in front of it. */
const isBare = (token: string) => /^[\w-]{43}$/.test(token);

/** Links to appeal were not bound to their matter at first; those that were sent keep working. */
const hashesOf = (purpose: TokenPurpose, token: string, about?: string) =>
  purpose === 'appeal' && about !== undefined && isBare(token)
    ? [hashOf(token, about), hashOf(token)]
    : [hashOf(token, about)];

const usable = (purpose: TokenPurpose, token: string, about?: string) =>
  and(
    inArray(oneTimeTokens.hash, hashesOf(purpose, token, about)),
    eq(oneTimeTokens.purpose, purpose),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, new Date()),
  );

/** Whether a link that works was sent to someone in the last minutes. Changes nothing. */
export async function hasRecentToken(
  purpose: TokenPurpose,
  userId: string,
  minutes: number,
): Promise<boolean> {
  const now = Date.now();
  const isRecent = and(
    eq(oneTimeTokens.purpose, purpose),
    eq(oneTimeTokens.userId, userId),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, new Date(now)),
    gt(oneTimeTokens.createdAt, new Date(now - minutes * 60_000)),
  );
  return (await db().$count(oneTimeTokens, isRecent)) > 0;
}

/** Whether a link would work. Changes nothing, so that robots may open it. */
export async function isTokenUsable(purpose: TokenPurpose, token: string): Promise<boolean> {
  const [row] = await db()
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .where(usable(purpose, token));
  return row !== undefined;
}

/** Whose link it is, or null when it would not work. Changes nothing. */
export async function findTokenOwner(
  purpose: TokenPurpose,
  token: string,
  about?: string,
): Promise<string | null> {
  const [row] = await db()
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(usable(purpose, token, about));
  return row?.userId ?? null;
}

/**
 * Uses a link up. Of several at the same moment exactly one gets the person's id.
 * @returns whose it was, or null when it is unknown, used or over
 */
export async function useToken(
  tx: Transaction | Database,
  { purpose, token, about }: { purpose: TokenPurpose; token: string; about?: string },
): Promise<string | null> {
  const [row] = await tx
    .update(oneTimeTokens)
    .set({ usedAt: new Date() })
    .where(usable(purpose, token, about))
    .returning({ userId: oneTimeTokens.userId });
  return row?.userId ?? null;
}
