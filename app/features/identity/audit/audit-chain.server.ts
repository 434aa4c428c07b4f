import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { db, schema, type Transaction } from '~/db/db.server';
import { keyedHash } from '~/platform/keyed-hash.server';
import { secret } from '~/platform/secret.server';

const { auditChecks, auditEntries } = schema;

/** Before the first entry. */
export const chainStart = '0'.repeat(64);

type Entry = typeof auditEntries.$inferSelect;
export type HashedFields = Omit<Entry, 'hash' | 'keyId' | 'seal'>;

/** The hash of an entry over all its fields and the hash before it. */
export const hashOf = (entry: HashedFields): string =>
  createHash('sha256').update(hashedText(entry)).digest('hex');

function hashedText(entry: HashedFields): string {
  const { at, changes, ...others } = entry;
  const fields = { ...others, at: at.toISOString(), changes: canonical(changes) };
  return JSON.stringify(canonical(fields));
}

/** The same value with the keys of every object in order, since jsonb keeps none. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => canonical(item));
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, field]) => [key, canonical(field)]),
  );
}

/** Tells the key of the seals from others, without telling it. */
export const auditKeyId = (): string => keyedHash(secret(), 'audit-key', 'id').slice(0, 12);

/** What only who has the secret makes from the hash of an entry (RFC 2104). */
export const sealOf = (hash: string): string => keyedHash(secret(), 'audit-seal', hash);

export type ChainState = {
  /** Number of the first entry that does not fit; null when the chain is sound. */
  brokenSeq: number | null;
  entries: number;
  /** The hash of the newest entry. */
  lastHash: string;
};

/** The number of an entry with its hash, as it was written down elsewhere. */
export type ChainHead = { seq: number; hash: string };

/** What is known of the beginning of the present key; see `audit-anchor.server.ts`. */
type Anchor = { since: number; before: string };

/**
 * Walks the whole chain. Each entry has to fit the one before it; from the first seal made with the
 * present key, and from the entry that the anchor names, each has to have one; the newest has to be sealed, else the chain was written anew by
 * who does not have the key; and what was known of it has to be there still.
 * @param heads noted elsewhere, such as in the log of another machine
 */
export async function walkChain(
  anchor: Anchor | null,
  heads: readonly ChainHead[] = [],
): Promise<ChainState> {
  const known = await knownHeads(anchor, heads);
  const since = anchor?.since ?? Number.POSITIVE_INFINITY;
  const keyId = auditKeyId();
  let expected = { seq: 1, previousHash: chainStart };
  let isSealed = false;
  const found = (brokenSeq: number | null): ChainState => ({
    brokenSeq,
    entries: expected.seq - 1,
    lastHash: expected.previousHash,
  });
  const batchSize = 1000;
  for (;;) {
    const batch = await db()
      .select()
      .from(auditEntries)
      .where(gt(auditEntries.seq, expected.seq - 1))
      .orderBy(asc(auditEntries.seq))
      .limit(batchSize);
    for (const { hash, keyId: usedKey, seal, ...entry } of batch) {
      const fits = entry.seq === expected.seq && entry.previousHash === expected.previousHash;
      const isReplaced = (known.get(entry.seq) ?? hash) !== hash;
      if (!fits || isReplaced || hashOf(entry) !== hash) return found(expected.seq);
      isSealed ||= usedKey === keyId || entry.seq >= since;
      if (isSealed && seal !== sealOf(hash)) return found(expected.seq);
      expected = { seq: entry.seq + 1, previousHash: hash };
    }
    if (batch.length < batchSize) break;
  }
  const last = expected.seq - 1;
  if (last > 0 && !isSealed) return found(1);
  return found(Math.max(0, ...known.keys()) > last ? expected.seq : null);
}

/**
 * Checks whose head did not match. They note that head, at or after the broken entry, since no other
 * check sees what is missing at the end. Other checks note the last entry before the broken one.
 */
const isByHead = and(
  lte(auditChecks.brokenSeq, auditChecks.entries),
  isNotNull(auditChecks.lastHash),
);

/** The heads that did not match when they were checked, and that no later head has superseded. */
export async function listMismatchedHeads(): Promise<ChainHead[]> {
  const rows = await db()
    .selectDistinct({ seq: auditChecks.entries, hash: auditChecks.lastHash })
    .from(auditChecks)
    .where(isByHead);
  return rows.flatMap(({ seq, hash }) => (hash === null ? [] : [{ seq, hash }]));
}

/**
 * Closes findings: the checks stay, without their heads.
 * @param matching closes those that it supersedes; without it, all
 */
export async function clearMismatchedHeads(tx: Transaction, matching?: ChainHead): Promise<void> {
  const { seq = Number.MAX_SAFE_INTEGER, hash = '' } = matching ?? {};
  await tx
    .update(auditChecks)
    .set({ lastHash: null })
    .where(and(isByHead, or(lte(auditChecks.entries, seq), eq(auditChecks.lastHash, hash))));
}

/** Whether `head`, once it matches, makes `other` needless: it is as late, or names the same hash. */
export const supersedes = (head: ChainHead, other: ChainHead): boolean =>
  other.seq <= head.seq || other.hash === head.hash;

/** What was seen of a sound chain, elsewhere or here: what is harder to change counts first. */
async function knownHeads(
  anchor: Anchor | null,
  heads: readonly ChainHead[],
): Promise<Map<number, string>> {
  const [checked] = await db()
    .select()
    .from(auditChecks)
    .where(isNull(auditChecks.brokenSeq))
    .orderBy(desc(auditChecks.entries))
    .limit(1);
  const known = new Map(heads.map(({ seq, hash }) => [seq, hash]));
  const add = (seq: number, hash: string | null | undefined) => {
    if (hash && seq > 0 && !known.has(seq)) known.set(seq, hash);
  };
  if (anchor) add(anchor.since - 1, anchor.before);
  add(checked?.entries ?? 0, checked?.lastHash);
  return known;
}
