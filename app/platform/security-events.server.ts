import { eq, sql } from 'drizzle-orm';
import { isIPv4, isIPv6 } from 'node:net';
import { config } from '~/config/config.server';
import { db, schema, type Transaction } from '~/db/db.server';
import { warnUnlessOutage } from '~/answers/failure.server';
import { newId } from '~/lib/new-id';
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
  /** Someone else did it: the owner of the account reads the row, and not from which network they came. */
  isByOther?: boolean;
  /** Where it came from, where no request says so. */
  network?: string;
};

/**
 * Notes what bears on the safety of accounts or of the site, as a line of the log and a row (OWASP
 * ASVS 5.0 16.3). Of the same event from the same place, a process notes twenty a minute; the last of them
 * counts the rest.
 * @param tx what it belongs to; without, it stands whatever becomes of the present work
 */
export async function noteSecurityEvent(noted: SecurityEvent, tx?: Transaction): Promise<void> {
  const row = { ...rowOf(noted), id: newId() };
  const last = lastOfFlood(row);
  if (last) return count(last);
  writeLine(row);
  const kept = noted.isByOther ? { ...row, client: null } : row;
  if (tx) await tx.insert(securityEvents).values(kept);
  else await keep(kept);
}

type Row = Omit<typeof securityEvents.$inferInsert, 'at'>;

function rowOf({ event, outcome, detail, userId, typedEmail, network }: SecurityEvent): Row {
  const addressHash =
    typedEmail === undefined
      ? null
      : keyedHash(secret(), 'security-event', typedEmail).slice(0, 32);
  const client = shownAddress(requestScope()?.client ?? network?.replace('/64', ''));
  const requestId = currentRequestId() ?? null;
  return {
    event,
    outcome,
    detail: detail ?? null,
    userId: userId ?? null,
    addressHash,
    client,
    requestId,
  };
}

function writeLine({ event, outcome, detail, userId, addressHash, client }: Row): void {
  // The order of the fields is part of the format: see docs/OPERATIONS.md, "Security events".
  log().info(
    { event, outcome, detail, account: userId, address: addressHash, client },
    'security event',
  );
}

async function keep(row: Row): Promise<void> {
  try {
    await db().insert(securityEvents).values(row);
  } catch (error) {
    warnUnlessOutage(error, 'a security event was not kept');
  }
}

const minute = 60_000;
const hour = 60 * minute;
/** So many of an event are told apart within an hour; further ones count together, from no address. */
const mostTallies = 500;
let tallying = 0;
const tallies = new Map<string, Map<string, Tally>>();
const unsaved = new Set<Tally>();

type Tally = { id: string; more: number };

/**
 * Notes what a program does a thousand times, such as a crawler that is led to the sign-in: of the same
 * event from the same place a process writes one line and one row an hour, and the row counts.
 */
export async function noteRepeatedEvent(noted: SecurityEvent): Promise<void> {
  const now = Date.now();
  // Or the clock was set back.
  if (now - tallying > hour || now < tallying) {
    tallying = now;
    tallies.clear();
  }
  const { addressHash: _none, ...exact } = rowOf(noted);
  const ofEvent = tallies.get(exact.event) ?? new Map<string, Tally>();
  tallies.set(exact.event, ofEvent);
  const isRoom = ofEvent.size < mostTallies || ofEvent.has(keyOf(exact));
  const row = isRoom ? exact : { ...exact, client: null, userId: null };
  const known = ofEvent.get(keyOf(row));
  if (known) return count(known);
  const id = newId();
  ofEvent.set(keyOf(row), { id, more: 0 });
  writeLine({ ...row, addressHash: null });
  await keep({ ...row, id });
}

/** A network is one place, also where whole addresses are kept: IPv6 gives each client many. */
const keyOf = ({ detail, userId, client }: Row) =>
  [detail, userId, client && networkOf(client)].join(' ');

function count(tally: Tally): void {
  tally.more += 1;
  if (unsaved.size === 0) setTimeout(() => void saveCounts(), minute).unref();
  unsaved.add(tally);
}

/** Writes down what has been counted since; by itself once a minute. */
export async function saveCounts(): Promise<void> {
  const counted = [...unsaved];
  unsaved.clear();
  try {
    for (const tally of counted) {
      const { id, more } = tally;
      tally.more = 0;
      await db()
        .update(securityEvents)
        .set({ count: sql`${securityEvents.count} + ${more}` })
        .where(eq(securityEvents.id, id));
    }
  } catch (error) {
    warnUnlessOutage(error, 'security events were not counted');
  }
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
let begun = 0;
const floods = new Map<string, { noted: number; last: Tally }>();

/**
 * Whoever knocks a thousand times a second is not to fill the disk.
 * @returns what counts the event instead, when enough like it are noted
 */
function lastOfFlood(row: Row & { id: string }): Tally | null {
  const now = Date.now();
  if (now - begun > minute || floods.size > 5_000) {
    begun = now;
    floods.clear();
  }
  const { event, outcome, detail, userId, addressHash, client } = row;
  const key = [event, outcome, detail, userId, addressHash, client].join(' ');
  const flood = floods.get(key);
  if (flood && flood.noted >= most) return flood.last;
  floods.set(key, { noted: (flood?.noted ?? 0) + 1, last: { id: row.id, more: 0 } });
  return null;
}
