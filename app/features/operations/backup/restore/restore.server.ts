import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '~/policy/actor';
import { config } from '~/config/config.server';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { ownSchemaVersion } from '~/db/migrate.server';
import { appendAudit, forgetAuditAnchor } from '~/features/identity/audit/audit.server';
import { buildVersion } from '~/config/build-version';
import { Refusal } from '~/policy/refusal';
import { authorise } from '~/policy/permissions';
import { fileStore } from '~/platform/files/file-store.server';
import { enqueue } from '~/platform/jobs/job-queue.server';
import { deliverMail } from '~/platform/mail/mail.server';
import { ensureSecret } from '~/platform/secret.server';
import {
  type Manifest,
  objectsOf,
  type Say,
  secretHash,
} from '~/features/operations/backup/store/backup-format.server';
import { giveUpEmptyMails } from '~/features/operations/backup/left-out.server';
import { loadTables } from './load-tables.server';
import {
  type BackupPlace,
  type ObjectReader,
  readRows,
  requireSound,
  withBackup,
} from '~/features/operations/backup/store/object-reader.server';
import { holdWhatWasSent } from './sent-since.server';
import { bringFilesBack, requireStoreFor } from './restore-files.server';
import { listTables } from '~/features/operations/backup/snapshot.server';

type Restoring = {
  say: Say;
  /** Goes on although the secret of the backed-up site is lost; second factors are then removed. */
  otherSecret?: boolean;
};

/**
 * Brings a backup back, into an empty database of the same schema and an empty file store. Either
 * all of it is there afterwards, or the database is empty and files that came are removed. When the
 * process is killed, files may stay; the same restore can then be done again.
 * @throws Refusal
 */
export async function restoreBackup(
  actor: Actor,
  place: BackupPlace,
  restoring: Restoring,
): Promise<Manifest> {
  authorise(actor, 'backup.restore');
  return withBackup(place, async ({ manifest, reader }) => {
    await requireSameSchema(manifest);
    await transaction((tx) => requireAllTables(tx, manifest), { accessMode: 'read only' });
    await requireSound(reader, objectsOf(manifest));
    restoring.say('The backup is whole: every checksum is right.');
    await transaction(requireEmpty, { accessMode: 'read only' });
    await requireStoreFor(manifest.files);
    await bringBack(actor, { manifest, reader }, restoring);
    await forgetAuditAnchor();
    return manifest;
  });
}

type Source = { manifest: Manifest; reader: ObjectReader };

/** Nobody else is in the database, so that what goes wrong once goes wrong again. */
const alone = { repeats: false };

async function bringBack(
  actor: Actor,
  { manifest, reader }: Source,
  { say, otherSecret = false }: Restoring,
): Promise<void> {
  const isSameSecret = await bringSecretBack({ manifest, reader }, otherSecret);
  const brought: string[] = [];
  try {
    await bringFilesBack(reader, manifest.files, { say, brought });
    await transaction(async (tx) => {
      await requireEmpty(tx);
      await loadTables(tx, reader, manifest.tables);
      say(`${manifest.tables.length} tables are filled.`);
      const unsent = await giveUpEmptyMails(tx);
      if (unsent > 0) say(`${unsent} mails with links are not sent: send new ones.`);
      if (!isSameSecret) await forgetWhatNeedsTheSecret(tx);
      await holdWhatWasSent(actor, tx, { asOf: new Date(manifest.madeAt), say });
      const jobs = await sendJobsAgain(tx, { manifest, reader });
      say(`${jobs} waiting jobs and mails are in the queue again.`);
      await appendAudit(tx, actor, {
        action: 'backup.restore',
        target: { kind: 'backup', id: manifest.madeAt },
        changes: { files: { to: manifest.files.length }, missing: { to: manifest.missing.length } },
      });
    }, alone);
  } catch (error) {
    for (const key of brought) await fileStore().delete(key);
    throw error;
  }
}

async function requireSameSchema(manifest: Manifest): Promise<void> {
  const own = await ownSchemaVersion();
  if (own.name === manifest.schema.name && own.hash === manifest.schema.hash) return;
  throw new Refusal(
    `The backup was made by version ${manifest.version ?? 'unknown'} (schema ${manifest.schema.name}) and this is ` +
      `version ${buildVersion ?? 'unknown'} (schema ${own.name}): restore it with the version that made it, then upgrade.`,
  );
}

/** A manifest out of which a table or a column was cut is refused, whatever its checksum says. */
async function requireAllTables(tx: Transaction, manifest: Manifest): Promise<void> {
  const given = new Map(manifest.tables.map(({ name, columns }) => [name, columns.join()]));
  for (const { name, columns } of await listTables(tx)) {
    if (given.get(name) !== columns.join())
      throw new Refusal(
        `The backup is not whole: the table ${name} is ${given.has(name) ? 'incomplete' : 'missing'}. Nothing was restored.`,
      );
    given.delete(name);
  }
  const [other] = given.keys();
  if (other !== undefined)
    throw new Refusal(`The backup has a table ${other} that this version does not know.`);
}

async function requireEmpty(tx: Transaction): Promise<void> {
  for (const { name } of await listTables(tx)) {
    const { rows } = await tx.execute(sql`select from ${sql.identifier(name)} limit 1`);
    if (rows.length === 0) continue;
    throw new Refusal(
      `The database is not empty (there is something in ${name}): restore into one in which the site has never been started.`,
    );
  }
}

/**
 * Sees to it that the site will have the secret of the backup.
 * @returns whether it will
 */
export async function bringSecretBack(
  { manifest, reader }: Source,
  otherSecret: boolean,
): Promise<boolean> {
  const { kept: object, sha256 } = manifest.secret;
  const kept = object
    ? Buffer.concat(await (await reader.open(object)).toArray()).toString('utf8')
    : null;
  const file = join(config().dataDirectory, 'secret');
  const present = config().secret ?? (await readFile(file, 'utf8').catch(() => null));
  if (present === null && kept !== null) {
    await mkdir(config().dataDirectory, { recursive: true });
    await writeFile(`${file}.new`, kept, { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  } else if (present === null || secretHash(present) !== sha256) {
    if (!otherSecret) throw new Refusal(whatToDoAboutTheSecret(kept !== null));
    await ensureSecret();
    return false;
  }
  await ensureSecret();
  return true;
}

const whatToDoAboutTheSecret = (isKept: boolean) =>
  `The secret is not the one of the backup: ${
    isKept
      ? 'leave APP_SECRET empty and remove the file secret from DATA_DIR, so that the one in the backup is used'
      : 'set APP_SECRET to the one the site had, or put the file secret of its DATA_DIR into this one'
  }, or add --other-secret if it is lost (everybody signs in again and sets up the second factor again).`;

/** Second factors are encrypted with the secret. */
export async function forgetWhatNeedsTheSecret(tx: Transaction): Promise<void> {
  await tx.delete(schema.secondFactors);
  await tx.delete(schema.recoveryCodes);
}

function readJob(line: string) {
  try {
    return jobSchema.parse(JSON.parse(line));
  } catch {
    throw new Refusal(`The backup holds a job that cannot be read. Nothing was restored.`);
  }
}

const jobSchema = z.object({
  name: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
  priority: z.number(),
  singletonKey: z.string().nullable(),
  startAfter: z.string().transform((text) => new Date(text)),
});

/** @returns how many jobs were sent */
async function sendJobsAgain(tx: Transaction, { manifest, reader }: Source): Promise<number> {
  const mailsAsked = new Set<unknown>();
  let sent = 0;
  for await (const lines of readRows(reader, manifest.jobs)) {
    for (const line of lines) {
      const { name, data, priority, singletonKey, startAfter } = readJob(line);
      if (name === deliverMail.name) mailsAsked.add(data?.mailId);
      await enqueue(
        tx,
        { name, data: data ?? {} },
        {
          priority,
          ...(singletonKey ? { singletonKey } : {}),
          ...(startAfter > new Date() ? { startAfter } : {}),
        },
      );
      sent += 1;
    }
  }
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from ${schema.mails} where state = 'queued'`,
  );
  for (const { id } of rows.filter((mail) => !mailsAsked.has(mail.id))) {
    await enqueue(tx, { name: deliverMail.name, data: { mailId: id } });
    sent += 1;
  }
  return sent;
}
