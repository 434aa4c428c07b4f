import { AppError } from '~/policy/errors';
import { networkOf } from '~/lib/network-of';
import { consumeUse, limiterOf, readUses, throttleKey as key } from '~/platform/throttle.server';

/**
 * Throttling in the database, shared by all nodes. An attacker's address is stopped, the owner of
 * the attacked account is not: what runs out is the pair of account and address. While an account
 * is under attack from many addresses, each of them gets fewer tries, but a first one always.
 */
const quarterHour = 15 * 60;

const limits = {
  /** Failures from one address, whichever accounts it tries. */
  address: { points: 50, duration: quarterHour },
  /** Failures of one address on one account. */
  pair: { points: 6, duration: quarterHour },
  /** Failures on one account from anywhere; beyond it `pairUnderAttack` applies. */
  account: { points: 50, duration: 4 * quarterHour },
  /** Requests for reset links or accounts from one address. */
  requestAddress: { points: 20, duration: 4 * quarterHour },
  /** Wrong codes of the second step for one account. */
  secondStep: { points: 10, duration: quarterHour },
  /** Starts of a hosted or passkey sign-in from one address. */
  startAddress: { points: 60, duration: quarterHour },
} as const;
const pairUnderAttack = 2;

type Limit = keyof typeof limits;

const limiter = (limit: Limit) => limiterOf(limit, limits[limit]);
const count = (limit: Limit, value: string) => consumeUse(limit, limits[limit], value);

export type SignInTry = { succeeded: () => Promise<void> };

/**
 * Counts a try to sign in before the password is looked at, so that parallel tries cannot slip
 * through; call `succeeded` to give the points back.
 * @throws AppError `error.auth/too-many-requests`
 */
export async function countSignInTry(email: string, address: string): Promise<SignInTry> {
  const network = networkOf(address);
  const pair = `${email} ${network}`;
  // Alone and first: who is refused by it leaves no trace of the addresses that are typed.
  const byAddress = await count('address', network);
  if (!byAddress.isWithin) throw new AppError('error.auth/too-many-requests');
  const [byPair, byAccount] = await Promise.all([count('pair', pair), count('account', email)]);
  const isUnderAttack = !byAccount.isWithin;
  const isRefused = !byPair.isWithin || (isUnderAttack && byPair.used > pairUnderAttack);
  if (isRefused) throw new AppError('error.auth/too-many-requests');
  return {
    succeeded: async () => {
      await Promise.all([
        limiter('pair').delete(key(pair)),
        limiter('address').reward(key(network)),
        limiter('account').reward(key(email)),
      ]);
    },
  };
}

/** From this try on one has to show that no program is trying. */
const repeatedFrom = 3;
/** The same for an account that is tried from many networks, of which none tries often. */
const repeatedAtAccount = 10;

/**
 * @returns whether this network has failed to sign in several times of late, at this account or at
 *   all, or many networks together at this account
 */
export async function isRepeatedSignIn(email: string, address: string): Promise<boolean> {
  const network = networkOf(address);
  const used = (limit: Limit, value: string) => readUses(limit, limits[limit], value);
  const [byAddress, byPair, byAccount] = await Promise.all([
    used('address', network),
    used('pair', `${email} ${network}`),
    used('account', email),
  ]);
  return Math.max(byAddress, byPair) >= repeatedFrom || byAccount >= repeatedAtAccount;
}

/** @throws AppError `error.auth/too-many-requests` when an address asks for too many mails */
export async function countMailRequest(address: string): Promise<void> {
  const { isWithin } = await count('requestAddress', networkOf(address));
  if (!isWithin) throw new AppError('error.auth/too-many-requests');
}

/**
 * Counts a code of the second step before it is looked at.
 * @throws AppError `error.auth/too-many-requests`
 */
export async function countSecondStep(userId: string): Promise<SignInTry> {
  const { isWithin } = await count('secondStep', userId);
  if (!isWithin) throw new AppError('error.auth/too-many-requests');
  return {
    succeeded: async () => {
      await limiter('secondStep').delete(key(userId));
    },
  };
}

/** @throws AppError `error.auth/too-many-requests` when an address begins too many sign-ins */
export async function countSignInStart(address: string): Promise<void> {
  const { isWithin } = await count('startAddress', networkOf(address));
  if (!isWithin) throw new AppError('error.auth/too-many-requests');
}
