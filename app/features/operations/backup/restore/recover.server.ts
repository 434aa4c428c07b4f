import { chmodSync, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { transaction, type Transaction } from '~/db/db.server';
import { appendAudit, forgetAuditAnchor } from '~/features/identity/audit/audit.server';
import { Refusal } from '~/policy/refusal';
import { authorise } from '~/policy/permissions';
import {
  archiveFolder,
  recoveryLog,
  unfinishedRecovery,
} from '~/platform/embedded-postgres/postgres-archive.server';
import { lockDirectory } from '~/platform/embedded-postgres/postgres-lock.server';
import {
  makeDatabaseDirectory,
  unfinishedClusterPrefix,
} from '~/platform/embedded-postgres/postgres-directory.server';
import type { Manifest, Say } from '~/features/operations/backup/store/backup-format.server';
import { openBackupStore } from '~/features/operations/backup/store/backup-store.server';
import { listNights, readNight } from '~/features/operations/backup/store/nights.server';
import {
  type BackupPlace,
  decipherOf,
  type ObjectReader,
  withBackup,
} from '~/features/operations/backup/store/object-reader.server';
import {
  fetchWal,
  findMissingFetched,
  missingSegment,
} from '~/features/operations/backup/wal/fetch-wal.server';
import { listStoredWal } from '~/features/operations/backup/wal/stored-wal.server';
import {
  forgetWhatSignsIn,
  giveUpMailsToSignIn,
} from '~/features/operations/backup/left-out.server';
import { bringSecretBack, forgetWhatNeedsTheSecret } from './restore.server';
import { holdWhatWasSent } from './sent-since.server';

export type Recovery = {
  place: BackupPlace;
  /** The last moment that counts; null: all that the archive has. */
  until: Date | null;
  /** Folder with what is not in the backup store of the write-ahead log; null when there is none. */
  archive: string | null;
  /** Whether it was named for this recovery, and not in the settings. */
  isNamed?: boolean;
  otherSecret?: boolean;
  say: Say;
};

const databaseDirectory = () => join(resolve(config().dataDirectory), 'postgres');
const clusterOf = () => join(databaseDirectory(), 'cluster');

/** PostgreSQL removes it when the log is replayed. */
const signalName = 'recovery.signal';

/**
 * Lays the embedded database out as it was in the last backup before a moment, with the log that
 * came after it, ready to replay that at its next start. Can be repeated when it was interrupted.
 * @returns the segment that the log lacks, if any: a moment before it can be reached; and whether the
 *   site has the secret of then
 * @throws Refusal
 */
export async function prepareRecovery(
  actor: Actor,
  recovery: Recovery,
): Promise<{ missing: string | null; isSameSecret: boolean }> {
  authorise(actor, 'backup.restore');
  if (config().databaseUrl)
    throw new Refusal(
      'recover is for the embedded database; for a PostgreSQL server see docs/OPERATIONS.md, "To a moment between two nights".',
    );
  await requireArchive(recovery);
  const { night, wal } = await findBase(recovery);
  const lock = await lockDirectory(makeDatabaseDirectory(databaseDirectory()));
  try {
    const prepared = await whileUnfinished(() => layOutNight(recovery, { night, wal }));
    recovery.say(`The database is laid out as of ${night}; its log is replayed now.`);
    return prepared;
  } finally {
    // PostgreSQL takes it anew to replay the log.
    lock.release();
  }
}

/** A folder that was named is there; that of the settings may be lost with its disk. */
async function requireArchive({ archive, isNamed, say }: Recovery): Promise<void> {
  if (!archive || (await stat(archive).catch(() => null))?.isDirectory()) return;
  const sentence = `There is no folder ${resolve(archive)}`;
  if (isNamed) throw new Refusal(`${sentence}: --wal-archive names the archive of the log.`);
  say(`${sentence} (WAL_ARCHIVE): only the log in the backup store is replayed.`);
}

type Base = Awaited<ReturnType<typeof findBase>>;

async function layOutNight(recovery: Recovery, { night, wal }: Base) {
  const { place, archive, until } = recovery;
  const waiting = archive && archiveFolder(archive, wal.system);
  const decipher = await decipherOf(place);
  return withBackup({ ...place, night }, async ({ store, manifest, reader }) => {
    const isSameSecret = await bringSecretBack({ manifest, reader }, recovery.otherSecret ?? false);
    const missing = await layOut(manifest.cluster, reader, async (folder) => {
      const range = { system: wal.system, from: wal.start };
      const names = await fetchWal({ store, decipher, waiting }, range, folder);
      const absent = await findMissingFetched(folder, names, wal.start);
      if (absent && (absent === wal.start || !until)) throw missingSegment(absent);
      return absent;
    });
    return { missing, isSameSecret };
  });
}

/** Killed from now on, the site does not start until the recovery was repeated. */
async function whileUnfinished<Result>(layOut: () => Promise<Result>): Promise<Result> {
  const cluster = clusterOf();
  const marker = unfinishedRecovery(databaseDirectory());
  const isRepeated = existsSync(marker);
  const entries = await readdir(cluster).catch((): string[] => []);
  if (entries.length > 0 && !isRepeated)
    throw new Refusal(
      `There is a database in ${cluster}: stop the site and set that folder aside first.`,
    );
  await writeFile(marker, '', { mode: 0o600, flush: true });
  try {
    return await layOut();
  } catch (error) {
    // Refused at the first time, nothing is laid out.
    if (!isRepeated) await finishRecovery();
    throw error;
  }
}

/** The newest backup from which the moment can be reached. */
async function findBase({ place, until, archive }: Recovery) {
  const store = await openBackupStore(place.store);
  const stored = await listStoredWal(store);
  const hasLog = (system: string) =>
    stored.has(system) || (archive !== null && existsSync(archiveFolder(archive, system)));
  let earliest: string | null = null;
  for (const night of (await listNights(store)).toReversed()) {
    const { wal } = await readNight(store, night);
    if (!wal || !hasLog(wal.system)) continue;
    if (!until || new Date(wal.from) <= until) return { night, wal };
    earliest = wal.from;
  }
  if (earliest) throw new Refusal(`A recovery can begin at ${earliest} at the earliest.`);
  throw new Refusal(
    archive
      ? `There is no backup in ${store.name} that fits a log there or in ${archive}: both have to be of the same database.`
      : `There is no backup with its log in ${store.name}. Name the archive of the log: --wal-archive, or WAL_ARCHIVE.`,
  );
}

/**
 * The cluster appears under its name in one step, when every checksum was right: no start meets half
 * of one.
 */
async function layOut<Result>(
  cluster: Manifest['cluster'],
  reader: ObjectReader,
  addLog: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (!cluster) throw new Refusal('The backup holds no copy of the database itself.');
  const directory = makeDatabaseDirectory(databaseDirectory());
  const unfinished = await mkdtemp(join(directory, unfinishedClusterPrefix));
  try {
    chmodSync(unfinished, 0o700);
    // First, since it may be refused, and the cluster is large.
    const log = join(unfinished, recoveryLog);
    await mkdir(log, { mode: 0o700 });
    const result = await addLog(log);
    for (const folder of cluster.folders)
      await mkdir(join(unfinished, folder), { recursive: true, mode: 0o700 });
    // PostgreSQL itself brings all of it to the disk before it replays anything.
    for (const file of cluster.files) {
      const target = createWriteStream(join(unfinished, file.path), { mode: 0o600 });
      await pipeline(await reader.open(file), createGunzip(), target);
    }
    await writeFile(join(unfinished, signalName), '', { mode: 0o600, flush: true });
    await rm(clusterOf(), { recursive: true, force: true });
    await rename(unfinished, clusterOf());
    return result;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The log was decrypted for the recovery alone. */
export async function removeRecoveryLog(): Promise<void> {
  await rm(join(clusterOf(), recoveryLog), { recursive: true, force: true });
}

/** All that belongs to the recovery is done: the site may be started. */
export const finishRecovery = () => rm(unfinishedRecovery(databaseDirectory()), { force: true });

type Recovered = {
  /** The moment of it; null: the end of the log. */
  until: Date | null;
  isSameSecret: boolean;
  say: Say;
};

/** Sessions and links may have been ended since the moment that was brought back. */
async function endWhatWasOpen(tx: Transaction, say: Say): Promise<void> {
  await forgetWhatSignsIn(tx);
  const unsent = await giveUpMailsToSignIn(tx);
  if (unsent > 0) say(`${unsent} mails with links to sign in are not sent: send new ones.`);
  say('Everybody signs in again, and links that were sent no longer work.');
}

/** Notes in the recovered database that it was recovered, and takes out of it what must not go on. */
export async function settleRecovery(
  actor: Actor,
  { until, isSameSecret, say }: Recovered,
): Promise<void> {
  authorise(actor, 'backup.restore');
  await forgetAuditAnchor();
  await transaction(async (tx) => {
    if (!isSameSecret) await forgetWhatNeedsTheSecret(tx);
    await holdWhatWasSent(actor, tx, { asOf: until, say });
    if (until) await endWhatWasOpen(tx, say);
    await appendAudit(tx, actor, {
      action: 'backup.recover',
      target: { kind: 'backup', id: until?.toISOString() ?? 'latest' },
    });
  });
  if (!isSameSecret) say('The secret is another one: second factors have to be set up again.');
}
