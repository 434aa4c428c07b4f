import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '~/actor';
import { config } from '~/config.server';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { ownSchemaVersion } from '~/db/migrate.server';
import { appendAudit } from '~/features/audit/audit.server';
import { buildVersion } from '~/lib/build-version';
import { Refusal } from '~/lib/refusal';
import { authorise } from '~/permissions';
import { fileStore } from '~/platform/file-store.server';
import { enqueue } from '~/platform/job-queue.server';
import { deliverMail } from '~/platform/mail.server';
import { ensureSecret } from '~/platform/secret.server';
import {
  jobsName,
  type Manifest,
  readLines,
  readManifest,
  type Say,
  secretHash,
  secretName,
  storedFile,
  tableFile,
} from './backup-format.server';
import { bringFilesBack, requireSound, requireStoreFor } from './copy-files.server';
import { loadTables } from './load-tables.server';
import { listTables } from './snapshot.server';

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
  folder: string,
  { say, otherSecret = false }: Restoring,
): Promise<Manifest> {
  authorise(actor, 'backup.restore');
  const source = resolve(folder);
  const manifest = await readManifest(source);
  await requireSameSchema(manifest);
  await requireSound(source, partsOf(manifest));
  say('The backup is whole: every checksum is right.');
  await transaction(requireEmpty, { accessMode: 'read only' });
  await requireStoreFor(manifest.files);
  const isSameSecret = await bringSecretBack(source, manifest, otherSecret);
  const brought: string[] = [];
  try {
    await bringFilesBack(source, manifest.files, { say, brought });
    await transaction(async (tx) => {
      await requireEmpty(tx);
      await loadTables(tx, source, manifest.tables);
      say(`${manifest.tables.length} tables are filled.`);
      if (!isSameSecret) await forgetWhatNeedsTheSecret(tx);
      const jobs = await sendJobsAgain(tx, source);
      say(`${jobs} waiting jobs and mails are in the queue again.`);
      await appendAudit(tx, actor, {
        action: 'backup.restore',
        target: { kind: 'backup', id: manifest.madeAt },
        changes: { files: { to: manifest.files.length }, missing: { to: manifest.missing.length } },
      });
    });
  } catch (error) {
    for (const key of brought) await fileStore().delete(key);
    throw error;
  }
  return manifest;
}

const partsOf = ({ tables, jobs, files }: Manifest) => [
  ...tables.map(({ name, bytes, sha256 }) => ({ path: tableFile(name), bytes, sha256 })),
  { path: jobsName, bytes: jobs.bytes, sha256: jobs.sha256 },
  ...files.map(({ key, bytes, sha256 }) => ({ path: storedFile(key), bytes, sha256 })),
];

async function requireSameSchema(manifest: Manifest): Promise<void> {
  const own = await ownSchemaVersion();
  if (own.name === manifest.schema.name && own.hash === manifest.schema.hash) return;
  throw new Refusal(
    `The backup was made by version ${manifest.version ?? 'unknown'} (schema ${manifest.schema.name}) and this is ` +
      `version ${buildVersion ?? 'unknown'} (schema ${own.name}): restore it with the version that made it, then upgrade.`,
  );
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
async function bringSecretBack(
  source: string,
  manifest: Manifest,
  otherSecret: boolean,
): Promise<boolean> {
  const { included, sha256 } = manifest.secret;
  const kept = included ? await readFile(join(source, secretName), 'utf8') : null;
  if (kept !== null && secretHash(kept) !== sha256)
    throw new Refusal(`The backup is not whole: ${secretName} is damaged.`);
  const file = join(config().dataDirectory, 'secret');
  const present = config().secret ?? (await readFile(file, 'utf8').catch(() => null));
  if (present === null && kept !== null) {
    await mkdir(config().dataDirectory, { recursive: true });
    await writeFile(`${file}.new`, kept, { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  } else if (present === null || secretHash(present) !== sha256) {
    if (!otherSecret) throw new Refusal(whatToDoAboutTheSecret(source, included));
    await ensureSecret();
    return false;
  }
  await ensureSecret();
  return true;
}

const whatToDoAboutTheSecret = (source: string, included: boolean) =>
  `The secret is not the one of the backup: ${
    included
      ? `set APP_SECRET to what is in ${join(source, secretName)}`
      : 'set APP_SECRET to the one the site had'
  }, or add --other-secret if it is lost (everybody signs in again and sets up the second factor again).`;

/** Second factors are encrypted with the secret, and cookies of sessions are signed with it. */
async function forgetWhatNeedsTheSecret(tx: Transaction): Promise<void> {
  await tx.delete(schema.secondFactors);
  await tx.delete(schema.recoveryCodes);
  await tx.delete(schema.signInSessions);
}

function readJob(line: string) {
  try {
    return jobSchema.parse(JSON.parse(line));
  } catch {
    throw new Refusal(`${jobsName} holds a job that cannot be read. Nothing was restored.`);
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
async function sendJobsAgain(tx: Transaction, source: string): Promise<number> {
  const mailsAsked = new Set<unknown>();
  let sent = 0;
  for await (const lines of readLines(join(source, jobsName))) {
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
