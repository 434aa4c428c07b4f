import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, db, schema } from '~/db/db.server';
import { loadStartingContent } from '~/features/operations/demonstration/demonstration.server';
import { sendResetLink } from '~/features/identity/sign-in/sign-in.server';
import { stopJobQueue } from '~/platform/jobs/job-queue.server';
import { deliverMail } from '~/platform/mail/mail.server';
import { runAdminCommand } from '../../server/admin/admin';
import { closeSite, openSite } from '../../server/admin/admin-site';
import { createDatabase, dropDatabase } from '../support/database/database-server';
import {
  backupFolder,
  bringSecretAlong,
  folder,
  grown,
  manifestOf,
  names,
  password,
  server,
  small,
  withSite,
} from '../support/files/backup-places';
import { cookieHeader } from '../support/people/cookies';
import { trySignIn } from '../support/people/sign-in';

/** What a browser has, what the database keeps of it, and the secret of a link. */
let stolen: { cookie: string; token: string; link: string };

/** A session and a reset link of an administrator, as a thief would look for them. */
async function leaveWhatSignsIn(): Promise<void> {
  const headers = cookieHeader(await trySignIn({ email: 'dev@demo.example', password }));
  const [cookie = ''] = decodeURIComponent(
    /__Host-session=([^;]*)/.exec(headers.get('cookie') ?? '')?.[1] ?? '',
  ).split('.');
  await sendResetLink.run({ email: 'dev@demo.example' });
  const [mail] = await db()
    .select()
    .from(schema.mails)
    .where(eq(schema.mails.template, 'reset-password'));
  const [, link = ''] = /reset-password\/([\w-]+)/.exec(mail?.text ?? '') ?? [];
  const [session] = await db().select().from(schema.signInSessions);
  if (!cookie || !link || !session) throw new Error('There is nothing to steal');
  stolen = { cookie, token: session.token, link };
}

/** All that stands in a backup, unpacked. */
function wordsOf(store: string): string {
  const entries = readdirSync(store, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .map((bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes))
    .map((bytes) => bytes.toString('latin1'))
    .join('\n');
}

beforeAll(async () => {
  await stopJobQueue();
  await closeDatabase();
  chmodSync(folder, 0o755);
  await createDatabase(server, names.restored);
  small();
  await openSite({});
  await loadStartingContent();
  await leaveWhatSignsIn();
  await closeSite();
  if ((await runAdminCommand(['backup', backupFolder])) !== 0) throw new Error('No backup');
}, 180_000);

afterAll(async () => {
  await closeSite();
  await dropDatabase(server, names.restored);
  rmSync(folder, { recursive: true, force: true });
});

test('a stolen backup signs nobody in: it has no session, no link and no secret', () => {
  const words = wordsOf(backupFolder);
  // Else the search would prove nothing.
  expect(words).toContain('dev@demo.example');
  expect(words).not.toContain(stolen.cookie);
  expect(words).not.toContain(stolen.token);
  expect(words).not.toContain(stolen.link);
  expect(words).not.toContain(readFileSync(join(folder, 'small', 'secret'), 'utf8'));
  const { tables } = manifestOf(backupFolder);
  for (const secret of ['sign_in_sessions', 'one_time_tokens', 'sign_in_verifications'])
    expect(tables.find(({ name }) => name === secret)?.rows, secret).toBe(0);
});

test('a mail whose link did not travel is shown after a restore, and never sent empty', async () => {
  grown();
  expect(await runAdminCommand(['restore', backupFolder]), 'without the secret').toBe(1);
  bringSecretAlong('grown');
  grown();
  expect(await runAdminCommand(['restore', backupFolder])).toBe(0);
  grown();
  await withSite(async () => {
    const mails = () =>
      db().select().from(schema.mails).where(eq(schema.mails.template, 'reset-password'));
    const [mail] = await mails();
    expect(mail).toMatchObject({ state: 'failed', text: '', html: '' });
    await deliverMail.run({ mailId: mail?.id ?? '' });
    expect(await mails()).toMatchObject([{ state: 'failed' }]);
  });
}, 120_000);
