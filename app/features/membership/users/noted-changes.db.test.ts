import { and, asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MemberRole, SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { updateUserAsAdmin } from '~/features/identity/accounts/accounts.server';
import {
  listProposals,
  refuseProposal,
  withdrawProposal,
} from '~/features/identity/proposals/proposals.server';
import { confirmProposal } from '~/features/membership/proposals/proposals.server';
import { configure } from '../../../../tests/support/database/configure';
import { onlyTwoAdministrators } from '../../../../tests/support/people/applications';
import { exportList } from '~/pages/list-exports/list-exports.server';
import { actOnAccount, addAdministrator, addUser } from './users.server';

const { securityEvents } = schema;

let ada: SignedInActor;
let devi: SignedInActor;

beforeEach(async () => {
  ({ ada, devi } = await onlyTwoAdministrators());
});

/** What administrators see of one account among the security events, the oldest first. */
async function notedOf(userId: string) {
  const rows = await db()
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(asc(securityEvents.id));
  return rows.map(({ event, outcome }) => `${event} ${outcome}`);
}

const fresh = (role: MemberRole) => ({
  email: `${crypto.randomUUID()}@court.example`,
  firstName: 'Ana',
  lastName: 'Neu',
  role,
});
const reason = 'Decided by the board';
const recordOf = (id: string, role: MemberRole) => ({
  user: { id, firstName: 'Ana', lastName: 'Neu', role },
});

describe('what an administrator does with an account is a security event', () => {
  test('making one, by page and by command', async () => {
    const byPage = await addUser(ada, fresh('USER'));
    expect(await notedOf(byPage)).toEqual(['user.create success']);
    const input = fresh('ADMIN');
    await addAdministrator(devi, input);
    const [made] = await db()
      .select()
      .from(schema.users)
      .where(eq(schema.users.email, input.email));
    expect(await notedOf(made?.id ?? '')).toEqual(['user.create success']);
  });

  test('changing the names, the role, and what was refused', async () => {
    const { id } = await makeUser(db());
    await updateUserAsAdmin(ada, recordOf(id, 'USER'));
    await updateUserAsAdmin(ada, recordOf(id, 'ADMIN'), { reason });
    const upwards = updateUserAsAdmin(ada, recordOf(id, 'DEV'), { reason });
    await expect(upwards).rejects.toMatchObject({ code: 'error.rank' });
    expect(await notedOf(id)).toEqual([
      'user.update success',
      'user.update-role success',
      'user.update refused',
    ]);
  });

  test.each(['suspend', 'end-sessions', 'reset-second-factor', 'invite'] as const)(
    'to %s',
    async (intent) => {
      const { id } = await makeUser(db());
      await actOnAccount(ada, id, { intent, reason });
      expect(await notedOf(id)).toEqual([`user.${intent} success`]);
    },
  );

  test('proposing, confirming, refusing and withdrawing where two are asked for', async () => {
    configure({ FLAGS: 'twoAdministrators' });
    const { id } = await makeUser(db());
    const suspension = async () => {
      await actOnAccount(ada, id, { intent: 'suspend', reason });
      return (await listProposals(ada))[0]?.id ?? '';
    };
    await refuseProposal(devi, await suspension());
    await withdrawProposal(ada, await suspension());
    await confirmProposal(devi, await suspension());
    expect(await notedOf(id)).toEqual(['user.suspend success']);
    // What is proposed is in the audit log, where it is kept from whom it concerns.
    expect(await notedOf(ada.id)).toEqual([]);
    expect(await notedOf(devi.id)).toEqual([]);
  });

  test('taking the list out, noted for who did it', async () => {
    await exportList(ada, 'users', { query: '', reason });
    const isExport = and(
      eq(securityEvents.userId, ada.id),
      eq(securityEvents.event, 'list.export'),
    );
    expect(await db().$count(securityEvents, isExport)).toBe(1);
  });
});
