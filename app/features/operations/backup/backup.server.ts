import { Readable } from 'node:stream';
import { desc, eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { db, schema, transaction } from '~/db/db.server';
import { ownSchemaVersion } from '~/db/migrate.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { buildVersion } from '~/config/build-version';
import { Refusal } from '~/policy/refusal';
import { authorise } from '~/policy/permissions';
import { secret } from '~/platform/secret.server';
import { type Cipher, cipherFor } from '~/features/operations/backup/store/backup-cipher.server';
import {
  format,
  type Manifest,
  manifestName,
  type Night,
  nightFile,
  nightName,
  nameOfNight,
  objectsOf,
  type Say,
  secretHash,
  sumsName,
} from '~/features/operations/backup/store/backup-format.server';
import { oneAtATime } from '~/features/operations/backup/store/backup-lock.server';
import {
  type BackupStore,
  hasOwnLog,
  openBackupStore,
} from '~/features/operations/backup/store/backup-store.server';
import { claimStore } from '~/features/operations/backup/store/claim-store.server';
import { makeBaseBackup } from './base-backup.server';
import { copyStoredFiles } from './copy-files.server';
import type { RetentionRules } from '~/features/operations/backup/store/retention-rules.server';
import { sumLine } from '~/features/operations/backup/store/nights.server';
import {
  type ObjectWriter,
  openObjectWriter,
} from '~/features/operations/backup/store/object-writer.server';
import { prune } from '~/features/operations/backup/store/prune.server';
import { storeProblem } from '~/features/operations/backup/store/store-problem.server';
import { writeSnapshot } from './snapshot.server';

const { auditEntries } = schema;
const made = 'backup.make';
const failed = 'backup.fail';

export type BackupRequest = {
  /** A folder or an address; empty: BACKUP_STORE. */
  store: string;
  /** Which backups are kept; null: none is removed. */
  keep: RetentionRules | null;
  say: Say;
};

export type MadeBackup = { night: string; store: string; manifest: Manifest };

/**
 * Adds a backup to a store: the tables as they are at one moment, the waiting jobs and the stored
 * files, but nothing that signs somebody in: no session, no link, no secret. What the store has
 * already is not stored again. Afterwards the backups that `keep` does not name are removed.
 * @throws Refusal
 */
export async function makeBackup(actor: Actor, request: BackupRequest): Promise<MadeBackup> {
  authorise(actor, 'backup.make');
  try {
    const backup = await oneAtATime('backup', () => addBackup(actor, request));
    if (backup) return backup;
  } catch (error) {
    await noteFailure(actor);
    throw storeProblem(error, request.store) ?? error;
  }
  // No failure: the other one says how it ended.
  throw new Refusal('Another backup of this site is being made just now.');
}

async function addBackup(actor: Actor, { store: place, keep, say }: BackupRequest) {
  const store = await openBackupStore(place);
  const cipher = cipherFor(config().backup.recipient, secret());
  await claimStore(store);
  const writer = await openObjectWriter(store, cipher);
  const { manifest, wal } = await writeObjects(writer, say);
  const night = nameOfNight(new Date(manifest.madeAt));
  await writeNight(store, cipher, { night, manifest, wal });
  say(`${Math.ceil(writer.added() / 1_000_000)} MB were new to ${store.name}.`);
  await noteBackup(actor, manifest);
  await prune(store, { rules: keep, hasLog: hasOwnLog(place), say });
  return { night, store: store.name, manifest };
}

async function writeObjects(writer: ObjectWriter, say: Say) {
  const schemaVersion = await ownSchemaVersion();
  const madeAt = new Date().toISOString();
  const { cluster, wal } = await makeBaseBackup(writer, say);
  const { tables, jobs, named } = await writeSnapshot(writer, say);
  const { files, missing } = await copyStoredFiles(writer, named, say);
  const manifest: Manifest = {
    format,
    madeAt,
    version: buildVersion,
    schema: schemaVersion,
    secret: { sha256: secretHash(secret()), kept: null },
    tables,
    jobs,
    files,
    missing,
    cluster,
  };
  return { manifest, wal };
}

type WrittenNight = { night: string; manifest: Manifest; wal: Night['wal'] };

/** The checksums come last: with them the backup is there. */
async function writeNight(
  store: BackupStore,
  { recipient, encrypt }: Cipher,
  { night, manifest, wal }: WrittenNight,
): Promise<void> {
  const { madeAt, version } = manifest;
  const objects = objectsOf(manifest).map(({ object }) => object);
  const facts: Night = { format, madeAt, version, recipient, objects, wal };
  const plain = Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)]);
  const files = {
    [nightName]: Buffer.from(`${JSON.stringify(facts, null, 1)}\n`),
    [recipient ? `${manifestName}.age` : manifestName]: Buffer.concat(
      await (await encrypt(plain)).toArray(),
    ),
  };
  for (const [name, bytes] of Object.entries(files)) await store.put(nightFile(night, name), bytes);
  const sums = Object.entries(files).map(([name, bytes]) => `${sumLine(name, bytes)}\n`);
  await store.put(nightFile(night, sumsName), sums.join(''));
}

async function noteBackup(actor: Actor, manifest: Manifest): Promise<void> {
  const { tables, files, missing } = manifest;
  await transaction((tx) =>
    appendAudit(tx, actor, {
      action: made,
      target: { kind: 'backup', id: manifest.madeAt },
      changes: {
        rows: { to: tables.reduce((sum, { rows }) => sum + rows, 0) },
        files: { to: files.length },
        missing: { to: missing.length },
      },
    }),
  );
}

/** For the health page. Without a database only the exit code tells. */
async function noteFailure(actor: Actor): Promise<void> {
  const target = { kind: 'backup', id: new Date().toISOString() };
  await transaction((tx) => appendAudit(tx, actor, { action: failed, target })).catch(
    () => undefined,
  );
}

/**
 * Notes that a backup was made by other means, so that the health page knows.
 * @param how for example `pg_dump and rsync`
 */
export async function noteOtherBackup(actor: Actor, how: string): Promise<void> {
  authorise(actor, 'backup.make');
  await transaction((tx) =>
    appendAudit(tx, actor, {
      action: made,
      target: { kind: 'backup', id: new Date().toISOString() },
      reason: how,
    }),
  );
}

/** When the last backup was finished; null before the first. */
export async function findLastBackup(actor: Actor): Promise<Date | null> {
  authorise(actor, 'administration.read');
  return findLast(made);
}

/** When the last attempt at a backup failed; null when none has. */
export async function findLastFailedBackup(actor: Actor): Promise<Date | null> {
  authorise(actor, 'administration.read');
  return findLast(failed);
}

async function findLast(action: string): Promise<Date | null> {
  const [last] = await db()
    .select({ at: auditEntries.at })
    .from(auditEntries)
    .where(eq(auditEntries.action, action))
    .orderBy(desc(auditEntries.seq))
    .limit(1);
  return last?.at ?? null;
}
