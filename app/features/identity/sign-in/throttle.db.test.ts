import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { executeRetention } from '~/features/compliance/data-rights/data-rights.server';
import { makeUser } from '~/db/factories.server';
import { configure } from '../../../../tests/support/database/configure';
import { goodPassword, trySignIn } from '../../../../tests/support/people/sign-in';
import { countMailRequest, countSignInTry, isRepeatedSignIn } from './throttle.server';

const { throttles } = schema;

let lastNumber = 0;
/** An account and an address that no other test uses. */
function someone() {
  lastNumber += 1;
  return { email: `target-${lastNumber}@court.example`, address: `198.51.100.${lastNumber}` };
}

/** Codes of the outcomes, or "in". */
async function outcome(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return 'in';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
const refused = 'error.auth/too-many-requests';

/** Counts tries without succeeding. */
async function fail(times: number, email: string, address: (round: number) => string) {
  const outcomes = [];
  for (let round = 0; round < times; round += 1) {
    outcomes.push(await outcome(countSignInTry(email, address(round))));
  }
  return outcomes;
}

test('an account that is tried from many networks asks each of them for work', async () => {
  const { email } = someone();
  await fail(9, email, (round) => `203.0.113.${round}`);
  expect(await isRepeatedSignIn(email, '192.0.2.200')).toBe(false);
  await fail(1, email, () => '203.0.113.9');
  expect(await isRepeatedSignIn(email, '192.0.2.200')).toBe(true);
  expect(await isRepeatedSignIn(someone().email, '192.0.2.200')).toBe(false);
});

describe('after six failures', () => {
  test('an address is kept from the account, even with the right password', async () => {
    const { address } = someone();
    const user = await makeUser(db(), { password: goodPassword });
    for (let round = 0; round < 6; round += 1) {
      const attempt = trySignIn({ email: user.email, password: 'wrong', from: address });
      expect(await outcome(attempt)).toBe('error.auth/invalid-credential');
    }
    expect(await outcome(trySignIn({ email: user.email, from: address }))).toBe(refused);
    expect(await outcome(trySignIn({ email: user.email, from: '203.0.113.77' }))).toBe('in');
  });

  test('the address may still try another account', async () => {
    const { email, address } = someone();
    expect(await fail(7, email, () => address)).toEqual([...Array(6).fill('in'), refused]);
    expect(await outcome(countSignInTry(someone().email, address))).toBe('in');
  });

  test('an account that does not exist is closed in the same way', async () => {
    const { email, address } = someone();
    const outcomes = [];
    for (let round = 0; round < 7; round += 1) {
      outcomes.push(await outcome(trySignIn({ email, password: 'wrong', from: address })));
    }
    expect(outcomes).toEqual([...Array(6).fill('error.auth/invalid-credential'), refused]);
  });

  test('a quarter of an hour later the address may try again', async () => {
    const { email, address } = someone();
    await fail(7, email, () => address);
    // What a clock that has gone on would find.
    await db()
      .update(throttles)
      .set({ expire: Date.now() - 1 });
    expect(await outcome(countSignInTry(email, address))).toBe('in');
  });

  test('the wait is a quarter of an hour', async () => {
    await db().delete(throttles);
    const { email, address } = someone();
    await fail(1, email, () => address);
    const rows = await db().select().from(throttles);
    const minutes = rows.map(({ expire }) => Math.round((Number(expire) - Date.now()) / 60_000));
    expect(minutes.toSorted((a, b) => a - b)).toEqual([15, 15, 60]);
  });
});

describe('an attack from many addresses', () => {
  test('does not keep the owner out at a fresh address', async () => {
    const user = await makeUser(db(), { password: goodPassword });
    await fail(120, user.email, (round) => `10.0.${round}.1`);
    expect(await outcome(trySignIn({ email: user.email, from: '203.0.113.5' }))).toBe('in');
  });

  test('has fewer tries from each address', async () => {
    const { email } = someone();
    await fail(50, email, (round) => `10.1.${round}.1`);
    expect(await fail(4, email, () => '10.2.0.1')).toEqual(['in', 'in', refused, refused]);
    expect(await fail(3, email, () => '10.2.0.2')).toEqual(['in', 'in', refused]);
  });
});

describe('many accounts from one address', () => {
  test('are refused after fifty failures, and other addresses are not', async () => {
    const { address } = someone();
    for (let round = 0; round < 50; round += 1) {
      expect(await outcome(countSignInTry(`spray-${round}@court.example`, address))).toBe('in');
    }
    expect(await outcome(countSignInTry('spray-next@court.example', address))).toBe(refused);
    expect(await outcome(countSignInTry('spray-next@court.example', '203.0.113.9'))).toBe('in');
  });

  test('an IPv6 network counts as one address, its neighbour does not', async () => {
    const { email } = someone();
    expect(await fail(7, email, (round) => `2001:db8:1:2::${round + 1}`)).toContain(refused);
    expect(await outcome(countSignInTry(email, '2001:db8:1:2:ffff::1'))).toBe(refused);
    expect(await outcome(countSignInTry(email, '2001:db8:1:3::1'))).toBe('in');
  });
});

test('twenty tries at the same moment are not more than six', async () => {
  const { address } = someone();
  const user = await makeUser(db(), { password: goodPassword });
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      outcome(trySignIn({ email: user.email, password: 'wrong', from: address })),
    ),
  );
  expect(outcomes.filter((code) => code === 'error.auth/invalid-credential')).toHaveLength(6);
  expect(outcomes.filter((code) => code === refused)).toHaveLength(14);
});

test('success gives the points back', async () => {
  const { address } = someone();
  const user = await makeUser(db(), { password: goodPassword });
  await fail(5, user.email, () => address);
  expect(await outcome(trySignIn({ email: user.email, from: address }))).toBe('in');
  expect(await fail(7, user.email, () => address)).toEqual([...Array(6).fill('in'), refused]);
});

test('a person who signs in a hundred times is never refused', async () => {
  const { email, address } = someone();
  for (let round = 0; round < 100; round += 1) {
    const attempt = await countSignInTry(email, address);
    await attempt.succeeded();
  }
  expect(await outcome(countSignInTry(email, address))).toBe('in');
});

test('an address may ask for twenty mails an hour', async () => {
  const { address } = someone();
  const outcomes = [];
  for (let round = 0; round < 21; round += 1)
    outcomes.push(await outcome(countMailRequest(address)));
  expect(outcomes).toEqual([...Array(20).fill('in'), refused]);
});

test('the counters hold neither account nor address, and change with the secret', async () => {
  const { email, address } = someone();
  await countSignInTry(email, address);
  const written = JSON.stringify(await db().select().from(throttles));
  expect(written).not.toContain(email);
  expect(written).not.toContain(address);
  await db().delete(throttles);
  await countSignInTry(email, address);
  const [before] = await db().select().from(throttles).orderBy(throttles.key);
  await db().delete(throttles);
  configure({ APP_SECRET: 'another secret of the tests, long enough' });
  await countSignInTry(email, address);
  const [after] = await db().select().from(throttles).orderBy(throttles.key);
  expect(before?.key).not.toBe(after?.key);
});

test('the nightly job removes what has run out and nothing else', async () => {
  await db().delete(throttles);
  await countSignInTry(someone().email, someone().address);
  const [old] = await db().select().from(throttles).limit(1);
  await db()
    .update(throttles)
    .set({ expire: Date.now() - 1 })
    .where(eq(throttles.key, old?.key ?? ''));
  await executeRetention();
  expect(await db().$count(throttles)).toBe(2);
});
