import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { warnUnlessOutage } from '~/answers/failure.server';
import { config } from '~/config/config.server';
import { recordServerError } from '~/features/telemetry/error-tracking/error-tracking.server';
import type { Job } from '~/platform/jobs/job-queue.server';
import { keyedHash } from '~/platform/keyed-hash.server';
import { secret } from '~/platform/secret.server';
import { Refusal } from '~/policy/refusal';
import { type Cipher, cipherFor } from '~/features/operations/backup/store/backup-cipher.server';
import { oneAtATime } from '~/features/operations/backup/store/backup-lock.server';
import {
  type BackupStore,
  openBackupStore,
} from '~/features/operations/backup/store/backup-store.server';
import { isClaimed } from '~/features/operations/backup/store/claim-store.server';
import { syncFile, writeSealed } from '~/features/operations/backup/store/object-writer.server';
import { storeProblem } from '~/features/operations/backup/store/store-problem.server';
import { walFolder, walKey } from './stored-wal.server';
import { listWaitingWal, type WaitingWal } from './wal-folder.server';

/**
 * Moves the log from the folder of WAL_ARCHIVE to the backup store, encrypted where backups are.
 * A file leaves the folder when the store has it. The first backup makes the store ready; until then
 * everything waits.
 * @throws Refusal
 */
export async function storeWal(): Promise<void> {
  const { store: place, walArchive, recipient } = config().backup;
  if (!place || !walArchive) return;
  if ((await listWaitingWal(walArchive)).length === 0) return;
  try {
    const store = await openBackupStore(place);
    if (!(await isClaimed(store))) return;
    await oneAtATime('wal', async () => {
      // Listed anew: another node may have moved what waited.
      const waiting = await listWaitingWal(walArchive);
      await moveAll(store, cipherFor(recipient, secret()), waiting);
    });
  } catch (error) {
    throw storeProblem(error, '') ?? error;
  }
}

async function moveAll(store: BackupStore, cipher: Cipher, waiting: WaitingWal[]): Promise<void> {
  // Beside the one of the backups, which each of them empties.
  const workFolder = `${store.workFolder}-wal`;
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder, { mode: 0o700 });
  const others: string[] = [];
  for (const file of waiting) {
    const isMoved = await move({ ...store, workFolder }, cipher, file);
    if (!isMoved) others.push(file.name);
  }
  if (others.length === 0) return;
  throw new Refusal(
    `${store.name} has other content under ${others.join(', ')} of the log; set the files in WAL_ARCHIVE aside, and make a backup.`,
  );
}

/** @returns false when the store has another file of this name, over which none is ever written */
async function move(store: BackupStore, cipher: Cipher, file: WaitingWal): Promise<boolean> {
  const sealed = join(store.workFolder, randomUUID());
  const folder = walFolder(file.system, file.name);
  try {
    const { sha256 } = await writeSealed(createReadStream(file.path), sealed, cipher);
    const hash = keyedHash(secret(), 'backup-wal', sha256);
    const present: string[] = [];
    for await (const key of store.list(folder)) present.push(key);
    if (present.some((key) => !key.startsWith(`${folder}/${hash}.`))) return false;
    // Also when it is there: an interrupted upload may have left half of it.
    const own = walKey(folder, hash, cipher.recipient !== null);
    await syncFile(sealed);
    await store.adopt(sealed, own);
    for (const key of present) if (key !== own) await store.delete(key);
    await rm(file.path);
    return true;
  } finally {
    await rm(sealed, { force: true });
  }
}

/**
 * Each minute. A failure is noted and not left to the queue, whose failed runs would be one a minute:
 * the health page and the alerts tell when the log has waited for long.
 */
export const storeWalFiles: Job<object> = {
  name: 'store-wal',
  schedule: '* * * * *',
  run: async () => {
    try {
      await storeWal();
    } catch (error) {
      warnUnlessOutage(error, 'the write-ahead log is not in the backup store');
      await recordServerError('job', error, { url: '/store-wal' });
    }
  },
};
