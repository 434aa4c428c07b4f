import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { config, setConfig } from '~/config/config.server';
import { closeDatabase, db, openDatabase, pool, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { isInvitationUsable } from '~/features/identity/sign-in/sign-in.server';
import { anonymous } from '~/policy/actor';
import { newId } from '~/lib/new-id';
import { startJobQueue, stopJobQueue } from '~/platform/jobs/job-queue.server';
import { isSiteListening, startLive, stopLive } from '~/platform/live.server';
import { configure } from '../../tests/support/database/configure';
import { outboxMails } from '../../tests/support/mail/outbox';
import {
  heldNewsletters,
  leaveNewslettersUnderWay,
  newslettersUnderWay,
} from '../../tests/support/mail/newsletters-under-way';
import { goodPassword } from '../../tests/support/people/sign-in';
import { renewDatabase } from '../../tests/support/database/own-database';
import { startSmtpServer } from '../../tests/support/mail/smtp-server';
import { runAdminCommand } from './admin';

const { auditEntries, secondFactors, signInSessions, users } = schema;

let said: string[];

beforeEach(async () => {
  await renewDatabase();
  said = [];
  const hear = (text: string | Uint8Array) => Boolean(said.push(String(text)));
  vi.spyOn(process.stdout, 'write').mockImplementation(hear);
  vi.spyOn(process.stderr, 'write').mockImplementation(hear);
});

/** Runs a command on the database of this file, as a process of its own would. */
async function run(...words: string[]): Promise<{ code: number; text: string }> {
  const { connectionString } = pool().options;
  await stopJobQueue();
  await closeDatabase();
  setConfig({ ...config(), databaseUrl: connectionString });
  const code = await runAdminCommand(words);
  openDatabase({ connectionString });
  await startJobQueue([], { work: false });
  return { code, text: said.splice(0).join('') };
}

const lastEntry = async (action: string) =>
  (await db().select().from(auditEntries).where(eq(auditEntries.action, action))).at(-1);

describe('create-administrator', () => {
  const named = ['--email', 'first@court.example', '--first-name', 'Ana', '--last-name', 'First'];

  test('makes the account, mails the invitation and shows its address', async () => {
    const { code, text } = await run('create-administrator', ...named);
    expect(code).toBe(0);
    const [user] = await db().select().from(users).where(eq(users.email, 'first@court.example'));
    expect(user?.role).toBe('ADMIN');
    const [mail] = await outboxMails('invitation');
    expect(mail?.recipient).toBe('first@court.example');
    const address = /https:\S+/.exec(text)?.[0] ?? '';
    expect(mail?.text).toContain(address);
    expect(await isInvitationUsable(anonymous, address.split('/').at(-1) ?? '')).toBe(true);
    expect(await lastEntry('user.create')).toMatchObject({
      actorKind: 'job',
      actorId: null,
      role: 'command-line',
      subjectId: user?.id,
    });
  });

  test('refuses an address that is taken, a bad one, and a role that is none', async () => {
    await run('create-administrator', ...named);
    const taken = await run('create-administrator', ...named);
    expect(taken).toMatchObject({ code: 1 });
    expect(taken.text.trim().split('\n')).toHaveLength(1);
    const bad = await run('create-administrator', '--email', 'x', ...named.slice(2));
    expect(bad).toMatchObject({ code: 2, text: expect.stringContaining('--email is an e-mail') });
    const member = await run('create-administrator', ...named, '--role', 'USER');
    expect(member).toMatchObject({ code: 2, text: expect.stringContaining('ADMIN or DEV') });
    const long = await run('create-administrator', ...named, '--last-name', 'x'.repeat(2_000));
    expect(long).toMatchObject({ code: 2, text: expect.stringContaining('lastName') });
    expect(await db().$count(users)).toBe(1);
  });

  test('says what is missing and what it does not know', async () => {
    const missing = await run('create-administrator', '--email', 'b@court.example');
    expect(missing).toMatchObject({ code: 2, text: expect.stringContaining('--first-name') });
    expect(await run('create-administrator', ...named, '--rank', '1')).toMatchObject({ code: 2 });
    expect(await run('dance')).toMatchObject({ code: 2, text: expect.stringContaining('"dance"') });
    expect(await run('toString')).toMatchObject({ code: 2 });
    expect(await run('help')).toMatchObject({ code: 0, text: expect.stringContaining('restore') });
  });
});

test.each([
  ['backup', '--keep-daily', 'x'],
  ['backup', '--keep-daily', '0'],
  ['backup', '--keep-weekly', '1.5'],
  ['recover', '--until', 'yesterday'],
  ['recover', '--until', '2026-13-01 10:00'],
  ['fetch-log', 'folder', '--until', 'now'],
  ['note-recovery', '--until', '2126-11-20 14:05'],
  ['test-mail', '--to', 'foo'],
  ['verify-audit', '--head', '3:abc'],
  ['verify-audit', '--head', `x:${'0'.repeat(64)}`],
  ['verify-audit', '--head', `9${'0'.repeat(30)}:${'0'.repeat(64)}`],
])('%s %s %s is not understood, and the usage follows', async (...words) => {
  const { code, text } = await run(...words);
  expect(code).toBe(2);
  const [why, usage] = text.split('\n');
  expect(why).toMatch(/^--\S+ is (an?|the) .*, not ".*"\.$/);
  expect(usage).toMatch(new RegExp(`^Usage: npm run admin -- ${words[0]} `));
});

test('a command says what it does, however it is asked', async () => {
  const expected = {
    code: 0,
    text: expect.stringMatching(/^npm run admin -- recover \[.*\n {4}Brings/),
  };
  expect(await run('recover', '--help')).toEqual(expected);
  expect(await run('recover', '-h')).toEqual(expected);
  expect(await run('help', 'recover')).toEqual(expected);
  expect(await run('help', 'dance')).toMatchObject({ code: 2 });
});

test('a command makes no site where there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'no-site-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const before = config();
  onTestFinished(() => setConfig(before));
  const dataDirectory = join(folder, 'data');
  setConfig({ ...before, databaseUrl: undefined, dataDirectory });
  for (const words of [
    ['verify-audit'],
    ['backup', folder],
    ['note-recovery'],
    ['metrics-token'],
  ]) {
    expect(await runAdminCommand(words), words[0]).toBe(1);
    expect(said.splice(0).join('')).toContain(`There is no site in ${dataDirectory}; are the`);
  }
  expect(existsSync(dataDirectory)).toBe(false);
});

test('list-backups and check-backup name a folder that is not there', async () => {
  const line = expect.stringContaining('There is no folder /nonexistent/backups');
  for (const command of ['list-backups', 'check-backup'])
    expect(await run(command, '/nonexistent/backups')).toMatchObject({ code: 1, text: line });
});

test('reset-second-factor takes the factor away, ends sessions and tells the person', async () => {
  const person = await makeUser(db(), { role: 'DEV', email: 'lost.phone@court.example' });
  await db()
    .insert(secondFactors)
    .values({ userId: person.id, secret: 'x', confirmedAt: new Date() });
  await db()
    .insert(signInSessions)
    .values({ userId: person.id, token: 'x', expiresAt: new Date(Date.now() + 60_000) });
  expect(await run('reset-second-factor', '--email', 'nobody@court.example')).toMatchObject({
    code: 1,
    text: 'There is no account with the address nobody@court.example.\n',
  });
  expect(await db().$count(secondFactors)).toBe(1);
  expect(await run('reset-second-factor', '--email', 'Lost.Phone@court.example')).toMatchObject({
    code: 0,
  });
  expect(await db().$count(secondFactors)).toBe(0);
  expect(await db().$count(signInSessions)).toBe(0);
  expect((await outboxMails('account-notice')).map(({ recipient }) => recipient)).toEqual([
    'lost.phone@court.example',
  ]);
  expect(await lastEntry('user.reset-second-factor')).toMatchObject({ role: 'command-line' });
});

test('run-retention removes what has run out', async () => {
  await db()
    .insert(schema.signInVerifications)
    .values({
      identifier: 'old',
      value: 'old',
      expiresAt: new Date(0),
    });
  expect(await run('run-retention')).toMatchObject({ code: 0 });
  expect(await db().$count(schema.signInVerifications)).toBe(0);
  expect(await lastEntry('retention.run')).toMatchObject({ role: 'command-line' });
});

test('check-files says that documents and files agree', async () => {
  expect(await run('check-files')).toMatchObject({
    code: 0,
    text: expect.stringContaining('Every document has its file.'),
  });
});

test('note-backup is an entry of the audit log', async () => {
  expect(await run('note-backup', '--how', 'pg_dump')).toMatchObject({ code: 0 });
  expect(await lastEntry('backup.make')).toMatchObject({ reason: 'pg_dump' });
});

test('verify-audit tells a whole log from one that was changed, also by its exit code', async () => {
  await transaction((tx) =>
    appendAudit(tx, { job: 'test' }, { action: 'topic.pin', target: { kind: 'test', id: '1' } }),
  );
  expect(await run('verify-audit')).toMatchObject({
    code: 0,
    text: expect.stringContaining('The audit log is intact'),
  });
  await pool().query('grant update, delete on audit_entries to current_user');
  await pool().query('alter table audit_entries disable trigger user');
  await pool().query("update audit_entries set role = 'nobody' where seq = 1");
  expect(await run('verify-audit')).toMatchObject({
    code: 1,
    text: expect.stringContaining('entry 1 '),
  });
});

test('a head that does not fit is settled at the machine itself, and the log says so', async () => {
  for (let time = 0; time < 2; time += 1)
    await transaction((tx) =>
      appendAudit(
        tx,
        { job: 'test' },
        { action: 'retention.run', target: { kind: 'test', id: '1' } },
      ),
    );
  const head = `7:${'a'.repeat(64)}`;
  expect(await run('verify-audit', '--head', head)).toMatchObject({ code: 1 });
  expect(await run('verify-audit')).toMatchObject({ code: 1 });
  expect(await run('verify-audit', '--settle')).toMatchObject({ code: 0 });
  expect(await run('verify-audit')).toMatchObject({ code: 0 });
  expect(await lastEntry('audit.settle')).toMatchObject({ role: 'command-line' });
});

test('import-decisions takes a file by its path alone, and only says what it would do when asked to', async () => {
  await loadCourts();
  const folder = await mkdtemp(join(tmpdir(), 'decisions-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'decisions.json');
  const decision = { ecli: 'ECLI:EU:C:2024:531', court: 'EU:C', decidedOn: '2024-06-20' };
  await writeFile(path, JSON.stringify([decision]));
  expect(await run('import-decisions')).toMatchObject({ code: 2 });
  expect(await run('import-decisions', path, '--file', path)).toMatchObject({ code: 2 });
  const dry = await run('import-decisions', path, '--dry-run');
  expect(dry).toEqual({ code: 0, text: 'Would add 1, change 0; 0 are the same.\n' });
  expect(await db().$count(schema.decisionRecords)).toBe(0);
  expect((await run('import-decisions', path)).code).toBe(0);
  expect(await db().$count(schema.decisionRecords)).toBe(1);
  expect((await run('import-decisions', '--file', path)).text).toContain('1 are the same');
});

test('test-mail says in one line what came of it, also by its exit code', async () => {
  const mail = await startSmtpServer();
  configure({ SMTP_URL: mail.address });
  expect(await run('test-mail', '--to', 'ada@court.example')).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^127\.0\.0\.1:\d+ has taken the mail to ada@court\.example .*\n$/),
  });
  await mail.close();
  expect(await run('test-mail', '--to', 'ada@court.example')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^SMTP_URL: .*ECONNREFUSED.*\n$/),
  });
});

describe('note-recovery', () => {
  test('ends sessions, which may have been ended since that moment', async () => {
    const { id: userId } = await makeUser(db(), { password: goodPassword });
    const expiresAt = new Date(Date.now() + 60_000);
    await db().insert(signInSessions).values({ id: newId(), token: 'a hash', userId, expiresAt });
    // At the end of the log nothing has happened since.
    await run('note-recovery');
    expect(await db().$count(signInSessions)).toBe(1);
    expect(await run('note-recovery', '--until', '2026-11-20 14:05')).toMatchObject({
      code: 0,
      text: expect.stringContaining('Everybody signs in again'),
    });
    expect(await db().$count(signInSessions)).toBe(0);
  });

  test('holds newsletters and waiting mails back, and forgets what another secret cannot read', async () => {
    await leaveNewslettersUnderWay();
    const { id: userId } = await makeUser(db());
    const words = { html: '<p>Hello</p>', text: 'Hello' };
    const mail = { template: 'account-notice', recipient: 'a@court.example', subject: 'A notice' };
    await db()
      .insert(schema.mails)
      .values({ ...mail, ...words });
    await db()
      .insert(secondFactors)
      .values({ userId, secret: 'of another', confirmedAt: new Date() });
    const until = ['--until', '2026-11-20 14:05'];
    expect(await run('note-recovery', ...until)).toMatchObject({
      code: 0,
      text: expect.stringContaining('1 newsletters that were due are drafts again, 1 are paused'),
    });
    expect(await newslettersUnderWay()).toEqual(heldNewsletters);
    expect(await outboxMails('account-notice')).toMatchObject([{ state: 'failed', text: '' }]);
    expect(await db().$count(secondFactors)).toBe(1);
    expect(await lastEntry('backup.recover')).toMatchObject({ role: 'command-line' });
    expect((await run('note-recovery', ...until, '--other-secret')).code).toBe(0);
    expect(await db().$count(secondFactors)).toBe(0);
    expect(await run('note-recovery', '--until', 'yesterday')).toMatchObject({
      code: 2,
      text: expect.stringContaining('--until is a moment'),
    });
  });

  test('is refused while a site runs on the database', async () => {
    await leaveNewslettersUnderWay();
    const before = await newslettersUnderWay();
    const { connectionString } = pool().options;
    // The site of another process.
    const client = new Client({ connectionString });
    await client.connect();
    await client.query('listen live');
    try {
      expect(await run('note-recovery')).toEqual({
        code: 1,
        text: 'The site is running on this database; stop it first.\n',
      });
      expect(await newslettersUnderWay()).toEqual(before);
    } finally {
      await client.end();
    }
    expect((await run('note-recovery')).code).toBe(0);
  });

  test('knows a running site by what that does itself', async () => {
    expect(await isSiteListening()).toBe(false);
    await startLive();
    expect(await isSiteListening()).toBe(true);
    stopLive();
    await expect.poll(isSiteListening).toBe(false);
  });
});
