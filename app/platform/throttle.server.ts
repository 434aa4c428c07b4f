import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { pool } from '~/db/db.server';
import { keyedHash } from './keyed-hash.server';
import { secret } from './secret.server';
import { noteRepeatedEvent } from './security-events.server';

/** At most `points` uses in `duration` seconds. */
export type Limit = { points: number; duration: number };

/** A counter in the database, shared by all nodes. @param name its own, in the whole product */
export function limiterOf(name: string, limit: Limit): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool(),
    storeType: 'pool',
    tableName: 'throttles',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    ...limit,
  });
}

/** The key of a counter as a keyed hash, so that the table holds no readable address. */
export const throttleKey = (value: string) => keyedHash(secret(), 'throttle', value).slice(0, 40);

/** The consumed points, without consuming one. */
export async function readUses(name: string, limit: Limit, value: string): Promise<number> {
  return (await limiterOf(name, limit).get(throttleKey(value)))?.consumedPoints ?? 0;
}

/**
 * Consumes one point. Whoever is over the limit is noted among the security events.
 * @returns the consumed points, and whether they are within the limit
 */
export async function consumeUse(
  name: string,
  limit: Limit,
  value: string,
): Promise<{ used: number; isWithin: boolean }> {
  const counted = await countUse(name, limit, value);
  if (!counted.isWithin)
    await noteRepeatedEvent({ event: 'limit.reach', outcome: 'refused', detail: name });
  return counted;
}

/** The same without a security event, for limits that ordinary use reaches, such as counting once. */
export async function countUse(
  name: string,
  limit: Limit,
  value: string,
): Promise<{ used: number; isWithin: boolean }> {
  try {
    const result = await limiterOf(name, limit).consume(throttleKey(value));
    return { used: result.consumedPoints, isWithin: true };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { used: refusal.consumedPoints, isWithin: false };
  }
}
