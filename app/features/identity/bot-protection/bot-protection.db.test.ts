import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { configure } from '../../../../tests/support/database/configure';
import { appCheckField, honeypotField } from './app-check-fields';
import {
  exchangeSolution,
  makeChallenge,
  requireHuman,
  solvedSchema,
  takeAppCheck,
} from './bot-protection.server';

const address = '192.0.2.7';

async function solved() {
  const challenge = await makeChallenge(anonymous);
  const solution = await solveChallenge({ challenge, deriveKey });
  return solvedSchema.parse({ challenge, solution });
}

const entryWith = (token: string) => ({ token, isTrapped: false });
const isRefused = { code: 'error.app-check' };

beforeEach(async () => {
  configure({ FLAGS: 'botProtection' });
  await db().delete(schema.throttles);
});

afterEach(() => vi.useRealTimers());

describe('the token', () => {
  test('is given for the work and opens the form', async () => {
    const token = await exchangeSolution(anonymous, await solved(), address);
    const sent = Array.from({ length: 5 }, () => requireHuman(entryWith(token), address));
    await expect(Promise.all(sent)).resolves.toHaveLength(5);
  });

  test('opens it a few times, and for the network that has done the work', async () => {
    const token = await exchangeSolution(anonymous, await solved(), address);
    const elsewhere = '198.51.100.4';
    const send = async (from: string) => {
      const sent = Array.from({ length: 20 }, () => requireHuman(entryWith(token), from));
      const ends = await Promise.allSettled(sent);
      return ends.filter(({ status }) => status === 'fulfilled').length;
    };
    // Beside the few that get through without any token.
    expect(await send(elsewhere)).toBe(5);
    expect(await send(address)).toBe(5 + 5);
  });

  test('is given once for one challenge, also to twenty at once', async () => {
    const work = await solved();
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => exchangeSolution(anonymous, work, address)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is not given for wrong, forged or old work', async () => {
    const work = await solved();
    const { challenge, solution } = work;
    const forgeries = [
      {
        challenge,
        solution: { ...solution, counter: solution.counter + 1, derivedKey: '00'.repeat(32) },
      },
      { challenge: { ...challenge, signature: '00'.repeat(32) }, solution },
      {
        challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } },
        solution,
      },
    ];
    for (const forged of forgeries) {
      await expect(exchangeSolution(anonymous, forged, address)).rejects.toMatchObject(isRefused);
    }
    vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ['Date'] });
    await expect(exchangeSolution(anonymous, work, address)).rejects.toMatchObject(isRefused);
  });

  test('does not last and cannot be made up', async () => {
    const token = await exchangeSolution(anonymous, await solved(), address);
    const [until = '', random = '', signature = ''] = token.split('.');
    const madeUp = [
      `${Number(until) + 1000}.${random}.${signature}`,
      `${until}.${random}.${'0'.repeat(64)}`,
    ];
    for (let sent = 0; sent < 5; sent += 1) await requireHuman(entryWith(''), address);
    for (const other of madeUp) {
      await expect(requireHuman(entryWith(other), address)).rejects.toMatchObject(isRefused);
    }
    await requireHuman(entryWith(token), address);
    vi.useFakeTimers({ now: Date.now() + 16 * 60_000, toFake: ['Date'] });
    await expect(requireHuman(entryWith(token), address)).rejects.toMatchObject(isRefused);
  });
});

describe('without scripts', () => {
  test('a few forms an hour get through from one network, and others are not held back by it', async () => {
    for (let sent = 0; sent < 5; sent += 1) await requireHuman(entryWith(''), address);
    await expect(requireHuman(entryWith(''), address)).rejects.toMatchObject(isRefused);
    await requireHuman(entryWith(''), '198.51.100.4');
  });

  test('one network that tries on and on takes nothing from the others', async () => {
    for (let sent = 0; sent < 120; sent += 1) {
      await requireHuman(entryWith(''), address).catch(() => undefined);
    }
    const other = requireHuman(entryWith(''), '198.51.100.4');
    await expect(other).resolves.toBeUndefined();
  });
});

test('a filled-in honeypot field is refused, also with protection off', async () => {
  const form = new FormData();
  form.set(honeypotField, 'https://spam.example');
  form.set(appCheckField, 'x');
  form.set('email', 'judge@court.example');
  const entry = takeAppCheck(form);
  expect([...form.keys()]).toEqual(['email']);
  await expect(requireHuman(entry, address)).rejects.toMatchObject(isRefused);
  configure();
  await expect(requireHuman(entry, address)).rejects.toMatchObject(isRefused);
  await requireHuman(takeAppCheck(new FormData()), address);
});

test('without bot protection there is no challenge', async () => {
  configure();
  await expect(makeChallenge(anonymous)).rejects.toMatchObject({ status: 404 });
});
