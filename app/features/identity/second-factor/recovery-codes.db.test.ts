import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { enrol, password } from '../../../../tests/support/people/enrol';
import { whileAnother } from '../../../../tests/support/database/while-another';
import { writeRecoveryCodes } from './recovery-codes.server';
import { clearSecondFactors, confirmEnrolment, renewRecoveryCodes } from './second-factor.server';

const { recoveryCodes } = schema;

test('of two lists of recovery codes made at the same moment one counts', async () => {
  const person = await makeUser(db(), { password });
  const app = await enrol(person);
  const outcome = await whileAnother(
    (tx) => writeRecoveryCodes(tx, person.id),
    () => renewRecoveryCodes(actorOf(person), { password, code: app.present() }, null),
  );
  expect(outcome).toMatchObject({ status: 'fulfilled' });
  expect(await db().$count(recoveryCodes, eq(recoveryCodes.userId, person.id))).toBe(10);
});

test('who confirms an app twice is told that it counts, and how to get other codes', async () => {
  const person = await makeUser(db(), { password });
  await enrol(person);
  await expect(confirmEnrolment(actorOf(person), '123456', null)).rejects.toThrow(
    'error.second-factor.is-on',
  );
});

test('no recovery codes are left of an app that was taken away at the same moment', async () => {
  const person = await makeUser(db(), { password });
  await enrol(person);
  const outcome = await whileAnother(
    (tx) => clearSecondFactors(tx, person.id),
    () => transaction((tx) => writeRecoveryCodes(tx, person.id)),
  );
  expect(outcome).toMatchObject({ reason: { code: 'error.not-found' } });
  expect(await db().$count(recoveryCodes, eq(recoveryCodes.userId, person.id))).toBe(0);
});
