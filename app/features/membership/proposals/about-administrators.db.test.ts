import { beforeEach, expect, test } from 'vitest';
import { updateUserAsAdmin } from '~/features/identity/accounts/accounts.server';
import { listProposals } from '~/features/identity/proposals/proposals.server';
import {
  listOwnSecurityEvents,
  listSecurityEvents,
} from '~/features/identity/security-log/security-log.server';
import { actOnAccount, getUser } from '~/features/membership/users/users.server';
import type { SignedInActor } from '~/policy/actor';
import { configure } from '../../../../tests/support/database/configure';
import {
  makeAdministrator,
  onlyTwoAdministrators,
} from '../../../../tests/support/people/applications';
import { exportedRecords } from '../../../../tests/support/people/own-data';
import { confirmProposal } from './proposals.server';

let ada: SignedInActor;
let devi: SignedInActor;
let third: SignedInActor;

const reason = 'Decided by the board';

/** The suspension of the third administrator, as the others are shown it. */
const suspension = async () => (await listProposals(devi)).find(({ kind }) => kind === 'suspend');

beforeEach(async () => {
  configure({ FLAGS: 'twoAdministrators' });
  ({ ada, devi } = await onlyTwoAdministrators());
  third = await makeAdministrator('Toni');
  await actOnAccount(ada, third.id, { intent: 'suspend', reason });
});

test('whom a proposed suspension concerns finds it in no list and no export', async () => {
  expect(await listOwnSecurityEvents(third)).toEqual([]);
  const { events } = await listSecurityEvents(third, {});
  expect(events.filter(({ event }) => event === 'user.propose')).toEqual([]);
  const records = (await exportedRecords(third)).map((part) => part.records);
  expect(JSON.stringify(records)).not.toContain('user.propose');
});

test('an administrator who steps down does not escape a proposed suspension', async () => {
  const { id, firstName, lastName } = await getUser(ada, third.id);
  await updateUserAsAdmin(third, { user: { id, firstName, lastName, role: 'USER' } }, { reason });
  await confirmProposal(devi, (await suspension())?.id ?? '');
  expect(await getUser(ada, third.id)).toMatchObject({
    role: 'USER',
    suspendedAt: expect.any(Date),
  });
});
