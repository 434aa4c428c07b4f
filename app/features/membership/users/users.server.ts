import { and, desc, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { sortedBy } from '~/db/sorted-by.server';
import { db, readLate, schema, transaction, type Transaction } from '~/db/db.server';
import { hasTypedWords } from '~/db/typed-words.server';
import { AppError } from '~/policy/errors';
import {
  createUser,
  hasCredentials,
  lockSubordinate,
  revokeAccess,
} from '~/features/identity/accounts/accounts.server';
import { appendAudit, keepingRefusals } from '~/features/identity/audit/audit.server';
import type { Change } from '~/features/identity/proposals/change';
import { proposeIfNeeded } from '~/features/identity/proposals/proposals.server';
import { inviteUser } from '~/features/identity/sign-in/sign-in.server';
import { readPage } from '~/ui/data-table/table-query';
import { isUuid } from '~/lib/is-uuid';
import { mayMail } from '~/platform/mail/mail-limits.server';
import { authorise, isWithinRank, type Permission } from '~/policy/permissions';
import {
  reactivateAndTell,
  refuseWithoutChange,
  resetSecondFactorAndTell,
  suspendAndTell,
} from '~/features/membership/proposals/told-changes.server';
import { openStates } from '~/features/membership/application-states';
import type { AccountAction, AccountState, UserFilter } from './user-schemas';

const {
  membershipApplications: applications,
  passkeys,
  profiles,
  secondFactors,
  signInSessions,
  users,
} = schema;

const inState: Record<AccountState, SQL | undefined> = {
  active: and(isNull(users.suspendedAt), hasCredentials),
  invited: and(isNull(users.suspendedAt), not(hasCredentials)),
  suspended: isNotNull(users.suspendedAt),
};

const stateOf = sql<AccountState>`case when ${users.suspendedAt} is not null then 'suspended' when ${hasCredentials} then 'active' else 'invited' end`;

const byName = [users.lastName, users.firstName, users.id];
const orders = {
  name: [users.lastName, users.firstName],
  email: [users.email],
  role: [users.role],
  state: [stateOf],
  since: [users.createdAt],
};

/** Every word of the search is somewhere in the name or the address. */
function matching({ search, role, state }: Pick<UserFilter, 'search' | 'role' | 'state'>) {
  return and(
    hasTypedWords(search, users.firstName, users.lastName, users.email),
    role ? eq(users.role, role) : undefined,
    state ? inState[state] : undefined,
  );
}

const listed = {
  id: users.id,
  createdAt: users.createdAt,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  role: users.role,
  state: stateOf,
};

/** A page of the user records that fit the filter, and how many fit in all. */
export async function listUsers(actor: Actor, filter: UserFilter & { perPage?: number }) {
  authorise(actor, 'user.list');
  const where = matching(filter);
  const { rows, ...list } = await readLate(() =>
    readPage(filter, db().$count(users, where), ({ limit, offset }) =>
      db()
        .select(listed)
        .from(users)
        .where(where)
        .orderBy(...sortedBy(filter.sorting, orders, byName))
        .limit(limit)
        .offset(offset),
    ),
  );
  return { users: rows, ...list };
}

type NewUser = Pick<
  Parameters<typeof createUser>[1],
  'email' | 'firstName' | 'lastName' | 'role' | 'publicProfile'
>;

/**
 * Makes a user through `createUser` and sends the invitation to set a password.
 * @throws AppError `error.auth/email-already-in-use`, `error.rank`, `error.username-taken`,
 *   `error.application.open` for the address of an applicant
 */
export async function addUser(actor: Actor, input: NewUser): Promise<string> {
  authorise(actor, 'user.create');
  return transaction(async (tx) => {
    // Its approval could make no account for the member any more.
    const isAwaited = and(
      eq(applications.email, input.email.toLowerCase()),
      inArray(applications.status, [...openStates]),
      isNull(applications.userId),
    );
    if ((await tx.$count(applications, isAwaited)) > 0)
      throw new AppError('error.application.open');
    const id = await createUser(actor, { ...input, selfRegistered: false }, tx);
    await inviteUser(tx, id);
    return id;
  });
}

/**
 * Makes an administrator and the invitation: the first one of a new site comes this way.
 * @returns the address of the invitation, which is mailed as well
 * @throws AppError `error.auth/email-already-in-use`, `error.not-found` (only DEV makes DEV)
 */
export async function addAdministrator(
  actor: Actor,
  input: Omit<NewUser, 'publicProfile'>,
): Promise<string> {
  authorise(actor, 'user.create');
  return transaction(async (tx) => {
    const id = await createUser(actor, { ...input, selfRegistered: false }, tx);
    return inviteUser(tx, id);
  });
}

/**
 * Removes the second factors of the account with this address.
 * @returns false when there is no such account
 */
export async function resetSecondFactor(actor: Actor, email: string): Promise<boolean> {
  authorise(actor, 'user.reset-second-factor');
  const [person] = await db()
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  if (!person) return false;
  const reason = 'Asked for at the machine itself';
  await actOnAccount(actor, person.id, { intent: 'reset-second-factor', reason });
  return true;
}

/**
 * One person as an administrator sees it: never a password, a code or a session's secret.
 * @throws AppError `error.not-found`
 */
export async function getUser(actor: Actor, id: string) {
  authorise(actor, 'user.read-record');
  if (!isUuid(id)) throw new AppError('error.not-found');
  const [user] = await db()
    .select({
      ...listed,
      version: users.version,
      emailSubscriber: users.emailSubscriber,
      suspendedAt: users.suspendedAt,
      updatedAt: users.updatedAt,
      username: profiles.username,
      useGravatar: profiles.useGravatar,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.publicProfile))
    .where(eq(users.id, id));
  if (!user) throw new AppError('error.not-found');
  const [sessions, passkeyCount, authenticators, last] = await Promise.all([
    db().$count(signInSessions, eq(signInSessions.userId, id)),
    db().$count(passkeys, eq(passkeys.userId, id)),
    db().$count(
      secondFactors,
      and(eq(secondFactors.userId, id), isNotNull(secondFactors.confirmedAt)),
    ),
    db()
      .select({ at: signInSessions.updatedAt })
      .from(signInSessions)
      .where(eq(signInSessions.userId, id))
      .orderBy(desc(signInSessions.updatedAt))
      .limit(1),
  ]);
  return {
    ...user,
    sessions,
    passkeys: passkeyCount,
    hasAuthenticator: authenticators > 0,
    lastUse: last[0]?.at ?? null,
    mayChange: isWithinRank(actor.role, user.role),
    isOwn: isSignedIn(actor) && actor.id === user.id,
  };
}

type Act = (tx: Transaction, userId: string, actor: Actor) => Promise<void>;

const endSessions: Act = (tx, userId) => revokeAccess(tx, userId, { invitation: true });

const acts: Record<AccountAction['intent'], { permission: Permission; act: Act }> = {
  suspend: {
    permission: 'user.suspend',
    act: suspendAndTell,
  },
  reactivate: {
    permission: 'user.suspend',
    act: reactivateAndTell,
  },
  'end-sessions': { permission: 'user.end-sessions', act: endSessions },
  'reset-second-factor': {
    permission: 'user.reset-second-factor',
    act: resetSecondFactorAndTell,
  },
  invite: {
    permission: 'user.create',
    act: async (tx, userId) => {
      const isInvited = and(eq(users.id, userId), inState.invited);
      const [invited] = await tx.select({ email: users.email }).from(users).where(isInvited);
      refuseWithoutChange(invited !== undefined);
      if (invited && !(await mayMail(tx, 'invitation', invited.email)))
        throw new AppError('error.mail.enough');
      await inviteUser(tx, userId);
    },
  },
};

/** What is not done to one's own account here, since it would shut oneself out. */
const notToOneself: readonly AccountAction['intent'][] = ['suspend', 'reset-second-factor'];

/** What a second administrator may have to confirm; null for what is so already. */
function changeBy(
  intent: AccountAction['intent'],
  { suspendedAt }: { suspendedAt: Date | null },
): Change | null {
  if (intent === 'suspend') return suspendedAt ? null : { kind: intent };
  if (intent === 'reactivate') return suspendedAt ? { kind: intent } : null;
  return intent === 'reset-second-factor' ? { kind: intent } : null;
}

/**
 * Suspends or reactivates an account, ends its sessions, takes its second factor away or sends the
 * invitation again. Needs a reason, which the audit log keeps, also of what was refused. Where the
 * site asks for two administrators, a suspension, its end and the reset of the second factor are
 * proposed to a second one first.
 * @returns the key of the message shown as success notice
 * @throws AppError `error.not-found`, `error.rank`, `error.own-account`,
 *   `error.last-administrator`, `error.changed-meanwhile` (it is so already),
 *   `error.account.nobody-to-confirm`, `error.account.already-proposed`
 */
export async function actOnAccount(
  actor: Actor,
  userId: string,
  { intent, reason }: Pick<AccountAction, 'intent' | 'reason'>,
): Promise<`success.user-${AccountAction['intent']}` | 'success.proposed'> {
  const { permission, act } = acts[intent];
  authorise(actor, permission);
  if (!isUuid(userId)) throw new AppError('error.not-found');
  const event = {
    action: `user.${intent}` as const,
    target: { kind: 'user', id: userId },
    subjectId: userId,
    reason,
  };
  return keepingRefusals(actor, event, () =>
    transaction(async (tx) => {
      const { acting, person } = await lockSubordinate(tx, actor, userId);
      if (acting.id === userId && notToOneself.includes(intent))
        throw new AppError('error.own-account');
      const change = changeBy(intent, person);
      if (change && (await proposeIfNeeded(tx, acting, { person, change, reason })))
        return 'success.proposed';
      await act(tx, userId, acting);
      await appendAudit(tx, acting, event);
      return `success.user-${intent}` as const;
    }),
  );
}
