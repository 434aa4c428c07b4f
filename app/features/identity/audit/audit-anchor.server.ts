import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { config } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import { Refusal } from '~/policy/refusal';
import { auditKeyId, chainStart } from './audit-chain.server';

const { auditEntries } = schema;

const anchorSchema = z.object({
  keyId: z.string(),
  since: z.int().positive(),
  before: z.string(),
});

/**
 * Since which entry the log is sealed with a key, and the hash of the entry before it: kept in the data
 * directory, out of reach of whoever has the database alone. Without it a log that was written anew
 * without seals would pass for one of an earlier release as soon as the site adds an entry.
 */
export type AuditAnchor = z.infer<typeof anchorSchema>;

const fileOf = () => join(config().dataDirectory, 'audit-anchor.json');

/**
 * @returns null when nothing is known of the present key
 * @throws Refusal when the file is damaged
 */
export async function readAuditAnchor(): Promise<AuditAnchor | null> {
  const text = await readFile(fileOf(), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const { success, data } = anchorSchema.safeParse(parsed(text));
  if (!success)
    throw new Refusal(
      `DATA_DIR: ${fileOf()} is damaged; bring it back from a copy of DATA_DIR, or remove it to trust the audit log as it is now.`,
    );
  return data.keyId === auditKeyId() ? data : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Notes the beginning of the present key, once; where the log has entries, the newest is sealed with it. */
export async function keepAuditAnchor(): Promise<void> {
  if (await readAuditAnchor()) return;
  const anchor: AuditAnchor = { keyId: auditKeyId(), ...(await findFirstSeal()) };
  await mkdir(config().dataDirectory, { recursive: true });
  // Two processes that start at once note the same.
  const unfinished = `${fileOf()}.${randomUUID()}.new`;
  await writeFile(unfinished, JSON.stringify(anchor), { mode: 0o600, flush: true });
  await rename(unfinished, fileOf());
}

async function findFirstSeal(): Promise<Omit<AuditAnchor, 'keyId'>> {
  const [first] = await db()
    .select({ since: auditEntries.seq, before: auditEntries.previousHash })
    .from(auditEntries)
    .where(eq(auditEntries.keyId, auditKeyId()))
    .orderBy(asc(auditEntries.seq))
    .limit(1);
  return first ?? { since: 1, before: chainStart };
}

/** After a restore another log is the right one; the next start notes its beginning. */
export async function forgetAuditAnchor(): Promise<void> {
  await rm(fileOf(), { force: true });
}
