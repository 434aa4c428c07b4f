import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { type Actor, isSignedIn, type SignedInActor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { queueAccountNotice, revokeAccess } from '~/features/identity/accounts/accounts.server';
import { appendAudit, type AuditAction } from '~/features/identity/audit/audit.server';
import { makeTotpSecret, matchingTotpStep, totpAddress } from './one-time-password.server';
import {
  acceptCode,
  hasAuthenticator,
  hasPasskey,
  ownId,
  type Proof,
  requireOwnFactors,
  verifyPasskeyAnswer,
} from './own-factors.server';
import { normalizeCode, writeRecoveryCodes } from './recovery-codes.server';
import { arePasskeysPossible } from '~/platform/auth-plugins.server';
import { secret } from '~/platform/secret.server';
import { association } from '~/platform/association.server';

const { passkeys, recoveryCodes, secondFactors } = schema;

export { acceptCode, hasAuthenticator, type Proof, requireOwnFactors, verifyPasskeyAnswer };

/** How long an enrolment that was begun can be finished. */
const enrolmentHours = 1;

export type Protection = {
  hasAuthenticator: boolean;
  recoveryCodesLeft: number;
  passkeys: { id: string; name: string | null; createdAt: Date | null }[];
};

/**
 * Whether the site asks this person for a second factor and there is none yet. A passkey alone does
 * not do: the password would still open the account by itself, unless the site accepts nothing but
 * passkeys.
 */
export async function mustEnrol(actor: Pick<SignedInActor, 'id' | 'role'>): Promise<boolean> {
  const { requireSecondFactor, requireMemberSecondFactor } = config().flags;
  if (mustUsePasskey(actor.role)) return !(await hasPasskey(actor.id));
  const isRequired = actor.role === 'USER' ? requireMemberSecondFactor : requireSecondFactor;
  return isRequired && !(await hasAuthenticator(actor.id));
}

/** Whether the site lets somebody with this role in with a passkey only. */
function mustUsePasskey(role: SignedInActor['role']): boolean {
  return config().flags.passkeysForAdministrators && role !== 'USER' && arePasskeysPossible();
}

/**
 * Makes sure that a sign-in without a passkey is enough for this person. An administrator who has
 * none yet comes in to make one, and can do nothing else. For the sign-in.
 * @throws AppError `error.auth/passkey-required`
 */
export async function refuseWithoutPasskey(
  actor: Pick<SignedInActor, 'id' | 'role'>,
): Promise<void> {
  if (mustUsePasskey(actor.role) && (await hasPasskey(actor.id)))
    throw new AppError('error.auth/passkey-required');
}

/** How a person's account is protected. For other front doors, which authorise. */
export async function findProtection(userId: string): Promise<Protection> {
  const [isEnrolled, recoveryCodesLeft, keys] = await Promise.all([
    hasAuthenticator(userId),
    db().$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
    db()
      .select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(passkeys.createdAt),
  ]);
  return { hasAuthenticator: isEnrolled, recoveryCodesLeft, passkeys: keys };
}

/** How the actor's own account is protected. */
export async function getOwnProtection(actor: Actor): Promise<Protection> {
  return findProtection(ownId(actor));
}

/**
 * First step of the enrolment: makes a secret that does not count yet.
 * @throws AppError as `requireOwnFactors`
 */
export async function beginEnrolment(actor: Actor, proof: Proof): Promise<void> {
  const userId = ownId(actor);
  await requireOwnFactors(actor, proof);
  const encrypted = await symmetricEncrypt({ key: secret(), data: makeTotpSecret() });
  const fresh = { secret: encrypted, createdAt: new Date(), lastStep: 0 };
  await db()
    .insert(secondFactors)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: fresh,
      setWhere: isNull(secondFactors.confirmedAt),
    });
}

const underWay = (userId: string) =>
  and(
    eq(secondFactors.userId, userId),
    isNull(secondFactors.confirmedAt),
    gt(secondFactors.createdAt, new Date(Date.now() - enrolmentHours * 3_600_000)),
  );

/** What the second step shows: the address for the square picture and the secret to type. */
export async function findEnrolment(
  actor: Actor,
): Promise<{ address: string; secret: string } | null> {
  const userId = ownId(actor);
  const [row] = await db().select().from(secondFactors).where(underWay(userId));
  if (!row || !isSignedIn(actor)) return null;
  const plain = await symmetricDecrypt({ key: secret(), data: row.secret });
  const site = association().shortName;
  return { secret: plain, address: totpAddress(plain, { site, email: actor.email }) };
}

/** Gives an enrolment up. */
export async function cancelEnrolment(actor: Actor): Promise<void> {
  const userId = ownId(actor);
  await db()
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)));
}

/**
 * Second step: the app shows the right code, so the factor counts from now on, and sessions without
 * it is signed out.
 * @param ownSession the session of the actor, which stays
 * @returns the recovery codes, which are shown this once
 * @throws AppError `error.auth/wrong-code`, `error.second-factor.is-on` when it counts already: pressed
 *   twice, the first press has had the codes
 */
export async function confirmEnrolment(
  actor: Actor,
  code: string,
  ownSession: string | null,
): Promise<string[]> {
  const userId = ownId(actor);
  return transaction(async (tx) => {
    const [row] = await tx.select().from(secondFactors).where(underWay(userId)).for('update');
    if (!row && (await hasAuthenticator(userId))) throw new AppError('error.second-factor.is-on');
    const plain = row && (await symmetricDecrypt({ key: secret(), data: row.secret }));
    const step = plain ? matchingTotpStep(plain, normalizeCode(code), new Date()) : null;
    if (step === null) throw new AppError('error.auth/wrong-code');
    await tx
      .update(secondFactors)
      .set({ confirmedAt: new Date(), lastStep: step })
      .where(eq(secondFactors.userId, userId));
    const codes = await writeRecoveryCodes(tx, userId);
    await noteChange(tx, actor, {
      action: 'second-factor.enrol',
      notice: 'second-factor-on',
      ownSession,
    });
    return codes;
  });
}

/**
 * New recovery codes; the earlier ones stop working.
 * @throws AppError as `requireOwnFactors`
 */
export async function renewRecoveryCodes(
  actor: Actor,
  proof: Proof,
  ownSession: string | null,
): Promise<string[]> {
  const userId = ownId(actor);
  await requireOwnFactors(actor, proof);
  if (!(await hasAuthenticator(userId))) throw new AppError('error.not-found');
  return transaction(async (tx) => {
    const codes = await writeRecoveryCodes(tx, userId);
    await noteChange(tx, actor, {
      action: 'second-factor.renew-codes',
      notice: 'recovery-renewed',
      ownSession,
    });
    return codes;
  });
}

/**
 * Takes the authenticator app and its recovery codes away.
 * @throws AppError as `requireOwnFactors`
 */
export async function removeAuthenticator(
  actor: Actor,
  proof: Proof,
  ownSession: string | null,
): Promise<void> {
  const userId = ownId(actor);
  await requireOwnFactors(actor, proof);
  await transaction(async (tx) => {
    await clearAuthenticator(tx, userId);
    await noteChange(tx, actor, {
      action: 'second-factor.remove',
      notice: 'second-factor-off',
      ownSession,
    });
  });
}

/** Takes every second factor of a person away. For other front doors, which authorise. */
export async function clearSecondFactors(tx: Transaction, userId: string): Promise<void> {
  await clearAuthenticator(tx, userId);
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
}

async function clearAuthenticator(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

type FactorChange = {
  action: AuditAction;
  notice: Parameters<typeof queueAccountNotice>[1]['kind'];
  ownSession: string | null;
};

async function noteChange(tx: Transaction, actor: Actor, change: FactorChange): Promise<void> {
  if (!isSignedIn(actor)) return;
  await revokeAccess(tx, actor.id, { session: change.ownSession });
  await queueAccountNotice(tx, { userId: actor.id, kind: change.notice });
  await appendAudit(tx, actor, {
    action: change.action,
    target: { kind: 'user', id: actor.id },
    subjectId: actor.id,
  });
}

/** Told when a passkey was added or removed, after the sign-in library has done it. */
export async function notePasskeyChange(
  actor: Actor,
  kind: 'added' | 'removed',
  ownSession: string | null,
): Promise<void> {
  ownId(actor);
  await transaction((tx) =>
    noteChange(tx, actor, { action: `passkey.${kind}`, notice: `passkey-${kind}`, ownSession }),
  );
}
