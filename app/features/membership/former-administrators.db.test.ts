import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { SignedInActor } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import {
  changeRole,
  liftSuspension,
  suspendAccount,
} from '~/features/identity/accounts/accounts.server';
import {
  applicationNow,
  approve,
  looked,
  makeAdministrator,
  onlyTwoAdministrators,
  verifiedApplication,
  words,
} from '../../../tests/support/people/applications';
import { approveApplication } from '~/features/membership/review/application-decision.server';
import {
  getApplication,
  listApplications,
  queueFilterSchema,
} from '~/features/membership/review/application-queue.server';

const { users } = schema;

let ada: SignedInActor;
let devi: SignedInActor;
let third: SignedInActor;

beforeEach(async () => {
  ({ ada, devi } = await onlyTwoAdministrators());
  third = await makeAdministrator('Third');
});

test.each([
  ['suspended', { suspendedAt: new Date() }],
  ['no administrator any more', { role: 'USER' as const }],
])('a first approval by someone who is %s by then has to be given again', async (_what, change) => {
  const id = await verifiedApplication(ada);
  await approve(id, ada);
  await db().update(users).set(change).where(eq(users.id, ada.id));
  expect(await getApplication(devi, id)).toMatchObject({
    application: { firstApprovedBy: null },
    nextApproval: 'approve-first',
    isApprovalVoid: true,
  });
  const filter = queueFilterSchema.parse({ state: 'waiting' });
  expect(await listApplications(devi, filter)).toMatchObject({
    rows: [{ id, hasFirstApproval: false }],
  });
  await approve(id, devi);
  expect(await applicationNow(id)).toMatchObject({
    status: 'under-review',
    firstApprovedBy: devi.id,
  });
  expect(await getApplication(third, id)).toMatchObject({ isApprovalVoid: false });
  await approve(id, third);
  expect(await applicationNow(id)).toMatchObject({ status: 'invited', decidedBy: third.id });
});

test.each([
  [
    'suspension',
    (tx: Transaction) => suspendAccount(tx, devi, { userId: ada.id, at: new Date() }),
    (tx: Transaction) => liftSuspension(tx, devi, ada.id),
  ],
  [
    'time without the role',
    (tx: Transaction) => changeRole(tx, devi, { person: ada, role: 'USER' }),
    (tx: Transaction) => changeRole(tx, devi, { person: ada, role: 'ADMIN' }),
  ],
])('a first approval does not come back after a %s', async (_what, take, give) => {
  const decided = await verifiedApplication(ada);
  await approve(decided, ada, devi);
  const id = await verifiedApplication(ada);
  await approve(id, ada);
  const onScreen = await looked(id);
  await transaction<unknown>(take);
  await transaction<unknown>(give);
  await expect(approveApplication(third, onScreen, words)).rejects.toThrow(
    'error.changed-meanwhile',
  );
  expect(await getApplication(third, id)).toMatchObject({
    isApprovalVoid: true,
    nextApproval: 'approve-first',
  });
  await approve(id, third);
  expect(await applicationNow(id)).toMatchObject({
    status: 'under-review',
    firstApprovedBy: third.id,
  });
  // What was decided keeps who approved it first.
  expect(await applicationNow(decided)).toMatchObject({ firstApprovedBy: ada.id });
});

test('a first approval stays with who gets another role among administrators', async () => {
  const id = await verifiedApplication(ada);
  await approve(id, ada);
  await transaction((tx) => changeRole(tx, devi, { person: ada, role: 'DEV' }));
  await approve(id, devi);
  expect(await applicationNow(id)).toMatchObject({ status: 'invited', decidedBy: devi.id });
});
