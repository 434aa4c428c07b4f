import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { and, desc, eq } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { config } from '~/config.server';
import { db, schema, transaction } from '~/db/db.server';
import { ownSchemaVersion } from '~/db/migrate.server';
import { appendAudit } from '~/features/audit/audit.server';
import { buildVersion } from '~/lib/build-version';
import { Refusal } from '~/lib/refusal';
import { authorise } from '~/permissions';
import { secret } from '~/platform/secret.server';
import {
  type Manifest,
  manifestName,
  type Say,
  secretHash,
  secretName,
} from './backup-format.server';
import { copyStoredFiles } from './copy-files.server';
import { restoreBackup } from './restore.server';
import { writeSnapshot } from './snapshot.server';

export { restoreBackup };

const { auditEntries } = schema;
const action = 'backup.make';

/**
 * Writes a backup of everything: the tables as they are at one moment, the waiting jobs, the stored
 * files, and the secret where the site made its own. It gets its name when all of it is on the disk.
 * @param folder absent or empty; the folder it is in has to exist
 * @returns what the manifest says
 * @throws Refusal
 */
export async function makeBackup(actor: Actor, folder: string, say: Say): Promise<Manifest> {
  authorise(actor, 'backup.make');
  try {
    return await makeBackupAt(actor, resolve(folder), say);
  } catch (error) {
    // The health page and the alerts know of it; the database may be what has failed.
    await noteFailedBackup(actor).catch(() => undefined);
    throw error;
  }
}

async function makeBackupAt(actor: Actor, target: string, say: Say): Promise<Manifest> {
  await requireFreshPlace(target);
  const unfinished = `${target}.unfinished-${randomBytes(4).toString('hex')}`;
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const manifest = await writeBackup(unfinished, say);
    if (existsSync(target)) await rmdir(target);
    await rename(unfinished, target);
    await makeDurable(dirname(target));
    await noteBackup(actor, manifest);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function requireFreshPlace(target: string): Promise<void> {
  const dataDirectory = resolve(config().dataDirectory);
  if (`${target}${sep}`.startsWith(`${dataDirectory}${sep}`))
    throw new Refusal(
      `${target} is inside DATA_DIR; a backup belongs to another place, best to another disk.`,
    );
  if (!existsSync(dirname(target)))
    throw new Refusal(`There is no folder ${dirname(target)}; is the disk for backups mounted?`);
  const entries = await readdir(target).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')
      throw new Refusal(`${target} is a file; name a new folder.`);
    throw error;
  });
  if (entries.length > 0)
    throw new Refusal(`${target} is not empty; name a new folder, nothing is overwritten.`);
}

async function writeBackup(folder: string, say: Say): Promise<Manifest> {
  const schemaVersion = await ownSchemaVersion();
  const madeAt = new Date().toISOString();
  const { tables, jobs, keys } = await writeSnapshot(folder, say);
  const { files, missing } = await copyStoredFiles(folder, keys, say);
  const included = await keepSecret(folder);
  const manifest: Manifest = {
    format: 1,
    madeAt,
    version: buildVersion,
    schema: schemaVersion,
    secret: { sha256: secretHash(secret()), included },
    tables,
    jobs,
    files,
    missing,
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(folder, manifestName), text, { mode: 0o600, flush: true });
  await makeDurable(folder);
  return manifest;
}

/** The secret that the site made for itself; one given by the environment is kept there. */
async function keepSecret(folder: string): Promise<boolean> {
  const own = await readFile(join(config().dataDirectory, 'secret'), 'utf8').catch(() => null);
  if (own !== secret()) return false;
  await writeFile(join(folder, secretName), own, { mode: 0o600, flush: true });
  return true;
}

async function makeDurable(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function noteBackup(actor: Actor, manifest: Manifest): Promise<void> {
  const { tables, files, missing } = manifest;
  await transaction((tx) =>
    appendAudit(tx, actor, {
      action,
      target: { kind: 'backup', id: manifest.madeAt },
      changes: {
        rows: { to: tables.reduce((sum, { rows }) => sum + rows, 0) },
        files: { to: files.length },
        missing: { to: missing.length },
      },
    }),
  );
}

async function noteFailedBackup(actor: Actor): Promise<void> {
  const target = { kind: 'backup', id: new Date().toISOString() };
  await transaction((tx) => appendAudit(tx, actor, { action, target, result: 'refused' }));
}

/**
 * Notes that a backup was made by other means, so that the health page knows.
 * @param how for example `pg_dump and rsync`
 */
export async function noteOtherBackup(actor: Actor, how: string): Promise<void> {
  authorise(actor, 'backup.make');
  await transaction((tx) =>
    appendAudit(tx, actor, {
      action,
      target: { kind: 'backup', id: new Date().toISOString() },
      reason: how,
    }),
  );
}

/** When the last backup was finished; null before the first. */
export async function findLastBackup(actor: Actor): Promise<Date | null> {
  authorise(actor, 'administration.read');
  return findLast('done');
}

/** When making a backup failed last; null when it never has. */
export async function findFailedBackup(actor: Actor): Promise<Date | null> {
  authorise(actor, 'administration.read');
  return findLast('refused');
}

async function findLast(result: 'done' | 'refused'): Promise<Date | null> {
  const [last] = await db()
    .select({ at: auditEntries.at })
    .from(auditEntries)
    .where(and(eq(auditEntries.action, action), eq(auditEntries.result, result)))
    .orderBy(desc(auditEntries.seq))
    .limit(1);
  return last?.at ?? null;
}
