import { createHash, randomInt } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { db, schema, type Transaction } from '~/db/db.server';
import { queueAccountNotice } from '~/features/identity/accounts/accounts.server';
import { AppError } from '~/policy/errors';
import { keyedHash } from '~/platform/keyed-hash.server';
import { secret } from '~/platform/secret.server';

const { recoveryCodes, secondFactors } = schema;

const codeCount = 10;
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 74 bits: more than NIST SP 800-63B section 3.1.2.2 asks of a secret that is looked up. */
const groups = { count: 3, length: 5 };

/** Spaces and hyphens are for the eye; letters may be small or large. */
export const normalizeCode = (typed: string) => typed.replace(/[\s-]/g, '').toLowerCase();

const plainHashOf = (userId: string, code: string) =>
  createHash('sha256').update(`${userId}:${code}`).digest('hex');

/** Keyed, so that codes cannot be tried against a copy of the table. */
const keyed = (plainHash: string) => keyedHash(secret(), 'recovery-code', plainHash);

/**
 * Gives a person new codes; the earlier ones stop working, also of several given at the same moment.
 * @returns them, to be shown this once
 * @throws AppError `error.not-found` when the app that they belong to was taken away meanwhile
 */
export async function writeRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const isOf = eq(secondFactors.userId, userId);
  const [app] = await tx
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(isOf)
    .for('update');
  if (!app) throw new AppError('error.not-found');
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const codes = Array.from({ length: codeCount }, makeRecoveryCode);
  await tx.insert(recoveryCodes).values(
    codes.map((code) => ({
      userId,
      hash: keyed(plainHashOf(userId, normalizeCode(code))),
      isKeyed: true,
    })),
  );
  return codes;
}

/** Letters and digits that are easy to tell apart on paper. */
function makeRecoveryCode(): string {
  const group = () =>
    Array.from({ length: groups.length }, () => signs[randomInt(signs.length)]).join('');
  return Array.from({ length: groups.count }, group).join('-');
}

/** Uses a code up, and tells the person by mail. @returns whether it was one */
export async function acceptRecoveryCode(
  tx: Transaction,
  userId: string,
  code: string,
): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.hash, keyed(plainHashOf(userId, code))),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  if (used.length === 0) return false;
  await queueAccountNotice(tx, { userId, kind: 'recovery-used' });
  return true;
}

/** Codes that an earlier release has stored with a plain hash get a keyed one; run at each start. */
export async function keyRecoveryCodes(): Promise<void> {
  const plain = await db()
    .select({ id: recoveryCodes.id, hash: recoveryCodes.hash })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.isKeyed, false));
  for (const { id, hash } of plain)
    await db()
      .update(recoveryCodes)
      .set({ hash: keyed(hash), isKeyed: true })
      .where(and(eq(recoveryCodes.id, id), eq(recoveryCodes.isKeyed, false)));
}
