import { isIPv4, isIPv6 } from 'node:net';
import { config } from '~/config/config.server';
import { db, schema, type Transaction } from '~/db/db.server';
import { warnUnlessOutage } from '~/answers/failure.server';
import { networkOf } from '~/lib/network-of';
import { keyedHash } from './keyed-hash.server';
import { currentRequestId, log, requestScope } from './log/log.server';
import { secret } from './secret.server';

const { securityEvents } = schema;

export type SecurityEvent = {
  /** What happened, as `noun.verb`, such as `session.start`. */
  event: string;
  outcome: 'success' | 'failure' | 'refused';
  /** By which door, or why: a code. */
  detail?: string;
  /** Whose account it is about. */
  userId?: string | null;
  /** The e-mail address that was typed, where no account is known: only a keyed hash is kept. */
  typedEmail?: string;
};

/**
 * Notes what bears on the safety of accounts or of the site, as a line of the log and a row (OWASP
 * ASVS 5.0 16.3). Of the same event from the same place, twenty a minute are noted by a process.
 * @param tx what it belongs to; without, it stands whatever becomes of the present work
 */
export async function noteSecurityEvent(noted: SecurityEvent, tx?: Transaction): Promise<void> {
  const { event, outcome, detail = null, userId = null, typedEmail } = noted;
  const addressHash =
    typedEmail === undefined
      ? null
      : keyedHash(secret(), 'security-event', typedEmail).slice(0, 32);
  const client = shownAddress(requestScope()?.client);
  const row = { event, outcome, detail, userId, addressHash, client };
  if (isFlood([event, outcome, detail, userId, addressHash, client].join(' '))) return;
  // The order of the fields is part of the format: see docs/OPERATIONS.md, "Security events".
  log().info(
    { event, outcome, detail, account: userId, address: addressHash, client },
    'security event',
  );
  const values = { ...row, requestId: currentRequestId() ?? null };
  if (tx) await tx.insert(securityEvents).values(values);
  else
    await db()
      .insert(securityEvents)
      .values(values)
      .catch((error: unknown) => warnUnlessOutage(error, 'a security event was not kept'));
}

/** Without its last byte, or beyond the first 48 bits, unless the operator needs the whole of it. */
export function shownAddress(client: string | undefined): string | null {
  if (!client) return null;
  if (config().flags.securityLogAddresses) return client;
  const network = networkOf(client);
  if (isIPv4(network)) return network.replace(/\.\d+$/, '.0/24');
  if (!isIPv6(client)) return null;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}

const most = 20;
const minute = 60_000;
let begun = 0;
const counts = new Map<string, number>();

/** Whoever knocks a thousand times a second is not to fill the disk. */
function isFlood(key: string): boolean {
  const now = Date.now();
  if (now - begun > minute || counts.size > 5_000) {
    begun = now;
    counts.clear();
  }
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count > most;
}
