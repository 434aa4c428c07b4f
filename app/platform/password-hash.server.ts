import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { verifyPassword as verifyOldPassword } from 'better-auth/crypto';
import pLimit from 'p-limit';
import { config } from '~/config/config.server';
import { AppError } from '~/policy/errors';
import { noteRepeatedEvent } from './security-events.server';

type Cost = { N: number; r: number; p: number };

/** With what a hash of before took, this is as much work as one of now. */
const rest: Cost = { N: 2 ** 14, r: 8, p: 3 };

const keyLength = 64;
const stored = /^scrypt:(\d+):(\d+):(\d+):([0-9a-f]{32}):([0-9a-f]{128})$/;

/** A password as it is kept: how it was made, a salt of its own and the key, in hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, config().passwordCost);
  return `${currentForm()}${salt.toString('hex')}:${key.toString('hex')}`;
}

/** Has the form of a stored password and belongs to none. */
export function unusableHash(): string {
  return `${currentForm()}${'0'.repeat(32)}:${'0'.repeat(128)}`;
}

/** Whether a password is the one that was kept; takes the same work for a hash of before. */
export async function verifyPassword(given: { hash: string; password: string }): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = stored.exec(given.hash) ?? [];
  if (key === '') {
    await derive(given.password, randomBytes(16), rest);
    return verifyOldPassword(given);
  }
  const made = await derive(given.password, Buffer.from(salt, 'hex'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(made, Buffer.from(key, 'hex'));
}

/** Whether the password should be hashed again, since it is known just now. */
export function isOutdatedHash(hash: string): boolean {
  return !hash.startsWith(currentForm());
}

/** How every hash that is made now begins. */
function currentForm(): string {
  const { N, r, p } = config().passwordCost;
  return `scrypt:${N}:${r}:${p}:`;
}

/** Two threads of the four that Node has (libuv): the others go on reading files. */
const atOnce = pLimit(2);
/** Some five seconds of work. */
const maxWaiting = 40;

/**
 * Of a password as Unicode writes it in one way only, whatever keyboard it came from.
 * @throws AppError `error.auth/busy` when too many wait already
 */
async function derive(password: string, salt: Buffer, by: Cost): Promise<Buffer> {
  if (atOnce.pendingCount >= maxWaiting) {
    void noteRepeatedEvent({ event: 'load.refuse', outcome: 'refused', detail: 'password' });
    throw new AppError('error.auth/busy');
  }
  return atOnce(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, keyLength, by, (error, key) => {
          if (error) reject(error);
          else resolve(key);
        });
      }),
  );
}
