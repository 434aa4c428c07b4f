import { beforeAll, expect, test } from 'vitest';
import { db, transaction } from '~/db/db.server';
import { makeApplication, makeUser } from '~/db/factories.server';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { actorOf } from '../../../tests/support/people/actors';
import { applicationStates, type Step, steps } from './application-states';
import { lockApplication, takeStep } from './application-step.server';

let administrator: SignedInActor;

beforeAll(async () => {
  administrator = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const takers = () => ({
  administrator,
  applicant: anonymous,
  job: { job: 'nightly-tidying' },
});

const allSteps = Object.keys(steps).filter((name): name is Step => name in steps);
const outOfOrder = allSteps.flatMap((step) => {
  const from: readonly string[] = steps[step].from;
  return applicationStates
    .filter((status) => !from.includes(status))
    .map((status) => ({ step, status }));
});

test.each(outOfOrder)('$step is refused while an application is $status', async (one) => {
  const { step, status } = one;
  const before = await makeApplication(db(), { status, verifiedAt: new Date() });
  const take = transaction(async (tx) => {
    const application = await lockApplication(tx, { id: before.id });
    await takeStep(tx, application, { step, actor: takers()[steps[step].by] });
  });
  await expect(take).rejects.toThrow('error.changed-meanwhile');
  const after = await transaction((tx) => lockApplication(tx, { id: before.id }));
  expect(after).toEqual(before);
});

test('the steps that can be out of order are most of them', () => {
  expect(outOfOrder.length).toBeGreaterThan(80);
});
