import { scryptSync } from 'node:crypto';
import { hashPassword as hashAsBefore } from 'better-auth/crypto';
import { beforeEach, expect, test } from 'vitest';
import { AppError } from '~/policy/errors';
import { configure, configureRealPasswordCost } from '../../tests/support/database/configure';
import { hashPassword, isOutdatedHash, verifyPassword } from './password-hash.server';

beforeEach(configureRealPasswordCost);

const password = 'ｐassword of a judge é';

test('a password is kept as scrypt makes it, with a salt of its own', async () => {
  const [one, other] = [await hashPassword(password), await hashPassword(password)];
  const [name, N, r, p, salt = '', key] = one.split(':');
  expect([name, N, r, p]).toEqual(['scrypt', '16384', '8', '5']);
  expect(other.split(':')[4]).not.toBe(salt);
  const made = scryptSync(password.normalize('NFKC'), Buffer.from(salt, 'hex'), 64, {
    N: 16_384,
    r: 8,
    p: 5,
  });
  expect(key).toBe(made.toString('hex'));
  expect(isOutdatedHash(one)).toBe(false);
});

test('the right password is known, however its letters are written, and no other', async () => {
  const hash = await hashPassword(password);
  expect(await verifyPassword({ hash, password })).toBe(true);
  expect(await verifyPassword({ hash, password: password.normalize('NFKD') })).toBe(true);
  expect(await verifyPassword({ hash, password: `${password} ` })).toBe(false);
});

test('a hash of before is known still, and is to be made anew', async () => {
  const hash = await hashAsBefore(password);
  expect(isOutdatedHash(hash)).toBe(true);
  expect(await verifyPassword({ hash, password })).toBe(true);
  expect(await verifyPassword({ hash, password: 'another password' })).toBe(false);
});

test('two are made at a time, forty wait, and further ones are refused until there is room', async () => {
  configure();
  const hash = await hashPassword(password);
  const made = await Promise.allSettled(
    Array.from({ length: 44 }, () => verifyPassword({ hash, password })),
  );
  const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toEqual([new AppError('error.auth/busy'), new AppError('error.auth/busy')]);
  expect(await verifyPassword({ hash, password })).toBe(true);
});
