import { and, asc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Actor, commandLine, isSignedIn, type MemberRole } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { isUuid } from '~/lib/is-uuid';
import { authorise, isWithinRank } from '~/policy/permissions';
import { queueAdministratorNotice } from '~/features/identity/accounts/account-notices.server';
import {
  isActiveAdministrator,
  isReachableAdministrator,
  lockSubordinate,
} from '~/features/identity/accounts/administrators.server';
import { appendAudit, type AuditAction } from '~/features/identity/audit/audit.server';
import type { Change, Confirmation } from './change';

const { accountProposals, users } = schema;

/** Days within which a second administrator confirms. */
const openDays = 7;

type Person = { id: string; role: MemberRole };
type Proposal = typeof accountProposals.$inferSelect;

/** Who could confirm, under the lock of the administrators where it matters. */
async function confirmationOf(
  tx: Transaction,
  acting: Actor,
  { person, change }: { person: Person; change: Change },
): Promise<Confirmation> {
  if (!config().flags.twoAdministrators || acting === commandLine) return 'not-asked';
  const isStepDown =
    acting.id === person.id && change.kind === 'role' && isWithinRank(person.role, change.role);
  if (isStepDown || !isSignedIn(acting)) return 'not-asked';
  const others = await tx
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(isReachableAdministrator, ne(users.id, acting.id)));
  if (others.length === 0) return 'alone';
  const mayConfirm = others.some(
    ({ id, role }) => id !== person.id && reaches(role, person, change),
  );
  return mayConfirm ? 'needed' : 'nobody';
}

const reaches = (role: MemberRole, person: Person, change: Change) =>
  isWithinRank(role, person.role) && (change.kind !== 'role' || isWithinRank(role, change.role));

/**
 * Proposes a change of an account instead of making it, where the site asks for two administrators, and
 * tells the others. For other front doors, inside their transaction and under the lock.
 * @returns false when the change is to be made at once
 * @throws AppError `error.account.nobody-to-confirm`, `error.account.already-proposed`
 */
export async function proposeIfNeeded(
  tx: Transaction,
  acting: Actor,
  proposed: { person: Person; change: Change; reason?: string | undefined },
): Promise<boolean> {
  authorise(acting, 'user.update');
  const confirmation = await confirmationOf(tx, acting, proposed);
  if (confirmation === 'nobody') throw new AppError('error.account.nobody-to-confirm');
  if (confirmation !== 'needed' || !isSignedIn(acting)) return false;
  const { person, change, reason = '' } = proposed;
  const isOf = eq(accountProposals.userId, person.id);
  await tx.delete(accountProposals).where(and(isOf, lt(accountProposals.expiresAt, sql`now()`)));
  const role = change.kind === 'role' ? change.role : null;
  const [made] = await tx
    .insert(accountProposals)
    .values({
      userId: person.id,
      kind: change.kind,
      role,
      reason,
      proposedBy: acting.id,
      expiresAt: new Date(Date.now() + openDays * 86_400_000),
    })
    .onConflictDoNothing()
    .returning();
  if (!made) throw new AppError('error.account.already-proposed');
  await queueAdministratorNotice(tx, { about: person.id, by: acting.id, kind: 'proposed' });
  await appendAudit(tx, acting, entryOf(made, 'user.propose'));
  return true;
}

/** What the audit log says of a proposal. */
function entryOf({ userId, kind, role, reason }: Proposal, action: AuditAction) {
  return {
    action,
    target: { kind: 'user', id: userId },
    subjectId: userId,
    reason,
    changes: { proposal: { to: kind }, ...(role ? { role: { to: role } } : {}) },
  };
}

const isOpen = gt(accountProposals.expiresAt, sql`now()`);
const proposers = alias(users, 'proposers');

/**
 * The proposals that wait for a second administrator, oldest first. Nobody is shown what concerns
 * himself.
 */
export async function listProposals(actor: Actor) {
  authorise(actor, 'user.update');
  if (!isSignedIn(actor)) return [];
  const rows = await db()
    .select({
      id: accountProposals.id,
      createdAt: accountProposals.createdAt,
      expiresAt: accountProposals.expiresAt,
      kind: accountProposals.kind,
      role: accountProposals.role,
      reason: accountProposals.reason,
      person: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        role: users.role,
      },
      proposedBy: {
        id: proposers.id,
        firstName: proposers.firstName,
        lastName: proposers.lastName,
      },
    })
    .from(accountProposals)
    .innerJoin(users, eq(users.id, accountProposals.userId))
    .innerJoin(proposers, eq(proposers.id, accountProposals.proposedBy))
    .where(and(isOpen, ne(accountProposals.userId, actor.id)))
    .orderBy(asc(accountProposals.createdAt));
  return rows.map((row) => ({
    ...row,
    isOwn: row.proposedBy.id === actor.id,
    mayConfirm: row.proposedBy.id !== actor.id && reaches(actor.role, row.person, changeOf(row)),
  }));
}

/** The change that a row proposes. */
function changeOf({ kind, role }: Pick<Proposal, 'kind' | 'role'>): Change {
  if (kind !== 'role') return { kind };
  if (!role) throw new Error('A proposal of a role names it');
  return { kind, role };
}

/** How many proposals the actor may decide. */
export async function countProposals(actor: Actor): Promise<number> {
  authorise(actor, 'user.update');
  const proposals = await listProposals(actor);
  return proposals.filter(({ mayConfirm }) => mayConfirm).length;
}

/** Whether a change of this account waits for a second administrator. */
export async function isProposed(actor: Actor, userId: string): Promise<boolean> {
  authorise(actor, 'user.update');
  return (
    (await db().$count(accountProposals, and(eq(accountProposals.userId, userId), isOpen))) > 0
  );
}

/** What a change of this account would need, to say so beforehand. */
export async function foreseeConfirmation(
  actor: Actor,
  about: { person: Person; change: Change },
): Promise<Confirmation> {
  authorise(actor, 'user.update');
  return transaction((tx) => confirmationOf(tx, actor, about));
}

/**
 * Takes an open proposal out, so that it is decided once. The person stays locked.
 * @throws AppError `error.not-found`, `error.rank`, `error.account.own-proposal`, `error.own-account`,
 *   `error.changed-meanwhile` when who proposed it could not do so any more
 */
export async function takeProposal(tx: Transaction, actor: Actor, id: string) {
  authorise(actor, 'user.update');
  const found = await findOpen(tx, id);
  const { acting, person } = await lockSubordinate(tx, actor, found.userId);
  if (found.proposedBy === acting.id) throw new AppError('error.account.own-proposal');
  if (found.userId === acting.id) throw new AppError('error.own-account');
  const [by] = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, found.proposedBy), isActiveAdministrator));
  const change = changeOf(found);
  if (!reaches(acting.role, person, change)) throw new AppError('error.rank');
  if (!by || !reaches(by.role, person, change)) throw new AppError('error.changed-meanwhile');
  await remove(tx, id);
  return { acting, person, change, proposal: found };
}

async function findOpen(tx: Transaction, id: string): Promise<Proposal> {
  if (!isUuid(id)) throw new AppError('error.not-found');
  const [found] = await tx
    .select()
    .from(accountProposals)
    .where(and(eq(accountProposals.id, id), isOpen));
  if (!found) throw new AppError('error.not-found');
  return found;
}

/** Of two who decide at the same moment, the second finds nothing. */
async function remove(tx: Transaction, id: string): Promise<void> {
  const { rowCount } = await tx.delete(accountProposals).where(eq(accountProposals.id, id));
  if (!rowCount) throw new AppError('error.changed-meanwhile');
}

/** A second administrator refuses. @throws AppError as `takeProposal` */
export async function refuseProposal(actor: Actor, id: string): Promise<void> {
  authorise(actor, 'user.update');
  await transaction(async (tx) => {
    const { acting, proposal } = await takeProposal(tx, actor, id);
    const about = { about: proposal.userId, by: acting.id, kind: 'proposal-refused' } as const;
    await queueAdministratorNotice(tx, about);
    await appendAudit(tx, acting, entryOf(proposal, 'user.refuse-proposal'));
  });
}

/** Who proposed takes it back. @throws AppError `error.not-found`, `error.changed-meanwhile` */
export async function withdrawProposal(actor: Actor, id: string): Promise<void> {
  authorise(actor, 'user.update');
  await transaction(async (tx) => {
    const proposal = await findOpen(tx, id);
    if (proposal.proposedBy !== actor.id) throw new AppError('error.not-found');
    await remove(tx, id);
    await appendAudit(tx, actor, entryOf(proposal, 'user.withdraw-proposal'));
  });
}
