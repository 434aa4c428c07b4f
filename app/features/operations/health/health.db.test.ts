import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { commandLine } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeBackup, noteOtherBackup } from '~/features/operations/backup/backup.server';
import { enqueue } from '~/platform/jobs/job-queue.server';
import { deliverMail } from '~/platform/mail/mail.server';
import { provideFigures, readMetrics } from '~/platform/log/metrics.server';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { configure } from '../../../../tests/support/database/configure';
import { renewDatabase } from '../../../../tests/support/database/own-database';
import { readHealthFigures } from './health-metrics.server';
import { countHealthFindings, getHealth } from './health.server';

const developer = actorWithRole('DEV');
const { auditChecks, mails } = schema;

/** The verdict and the advice of one part, as the page shows it. */
async function partOf(name: string) {
  const part = (await getHealth(developer)).find((found) => found.name === name);
  return part && { verdict: part.verdict, advice: part.advice };
}

const mail = {
  template: 'test',
  recipient: 'a@court.example',
  subject: 'One',
  html: '',
  text: 'One',
};

beforeEach(renewDatabase);

test('is for those who run the site', async () => {
  for (const role of ['ADMIN', 'USER', 'UNAUTHENTICATED'] as const) {
    await expect(getHealth(actorWithRole(role))).rejects.toThrow('error.not-found');
  }
});

test('tells of every part, with figures', async () => {
  const parts = await getHealth(developer);
  expect(parts.map(({ name }) => name)).toEqual([
    'health.mail',
    'health.queue',
    'health.disk',
    'health.storage',
    'health.backup',
    'health.database',
    'health.errors',
    'health.night',
    'health.checks',
    'health.versions',
  ]);
  expect(parts.every(({ facts }) => facts.length > 0)).toBe(true);
});

test('mail: waiting for long, failed, in order', async () => {
  expect(await partOf('health.mail')).toEqual({ verdict: 'good', advice: 'health.mail.none' });
  await db()
    .insert(mails)
    .values({ ...mail, createdAt: new Date(Date.now() - 3_600_000) });
  expect(await partOf('health.mail')).toEqual({ verdict: 'attention', advice: 'health.mail.late' });
  await db().update(mails).set({ state: 'failed' });
  expect(await partOf('health.mail')).toMatchObject({ advice: 'health.mail.failed' });
  configure({ SMTP_URL: 'smtp://127.0.0.1:2525' });
  expect(await partOf('health.mail'), 'for an hour none got out').toEqual({
    verdict: 'bad',
    advice: 'health.mail.stuck',
  });
  await db().update(mails).set({ state: 'sent' });
  expect(await partOf('health.mail')).toEqual({ verdict: 'good', advice: 'health.mail.good' });
});

test('mail: one address that is refused is no silence, several are, and given up is neither', async () => {
  configure({ SMTP_URL: 'smtp://127.0.0.1:2525' });
  const lastError = "Can't send mail - all recipients were rejected: 550 5.1.1 Unknown user";
  const createdAt = new Date(Date.now() - 3_600_000);
  const refused = { ...mail, createdAt, state: 'failed' as const, lastError };
  await db().insert(mails).values([refused, refused]);
  const failed = { verdict: 'attention', advice: 'health.mail.failed' };
  expect(await partOf('health.mail')).toEqual(failed);
  await db()
    .insert(mails)
    .values({ ...refused, recipient: 'b@court.example' });
  expect(await partOf('health.mail')).toEqual({ verdict: 'bad', advice: 'health.mail.stuck' });
  await db().update(mails).set({ text: '', lastError: 'Given up' });
  expect(await partOf('health.mail')).toEqual(failed);
});

test('jobs: one that has waited for long', async () => {
  await transaction((tx) => enqueue(tx, { name: deliverMail.name, data: { mailId: 'x' } }));
  expect(await partOf('health.queue')).toMatchObject({ verdict: 'good' });
  await db().execute(sql`update pgboss.job set start_after = now() - interval '2 hours'`);
  expect(await partOf('health.queue')).toEqual({ verdict: 'bad', advice: 'health.queue.late' });
});

test('backup: none, one just made, and one that fails until one succeeds', async () => {
  expect(await partOf('health.backup')).toEqual({ verdict: 'bad', advice: 'health.backup.none' });
  const before = await countHealthFindings(developer);
  await noteOtherBackup(commandLine, 'a snapshot of the disk');
  expect(await partOf('health.backup')).toEqual({ verdict: 'good', advice: 'health.backup.good' });
  expect(await countHealthFindings(developer)).toBe(before - 1);
  expect(await readHealthFigures()).toContainEqual({
    name: 'site_backup_last_seconds',
    value: expect.closeTo(Date.now() / 1_000, -3),
  });
  const place = { store: '/absent/folder/backups', keep: { daily: 1, weekly: 0, monthly: 0 } };
  await expect(makeBackup(commandLine, { ...place, say: () => undefined })).rejects.toThrow(
    'absent',
  );
  expect(await partOf('health.backup')).toEqual({ verdict: 'bad', advice: 'health.backup.failed' });
  await noteOtherBackup(commandLine, 'a snapshot of the disk');
  expect(await partOf('health.backup')).toEqual({ verdict: 'good', advice: 'health.backup.good' });
});

test('audit log: broken as of the last check', async () => {
  expect(await partOf('health.checks')).toMatchObject({ verdict: 'good' });
  await db().insert(auditChecks).values({ entries: 5, brokenSeq: 3 });
  expect(await partOf('health.checks')).toEqual({ verdict: 'bad', advice: 'health.checks.audit' });
});

test('metrics say the verdict and the figures of each part', async () => {
  provideFigures(readHealthFigures);
  const { text } = await readMetrics();
  for (const check of ['mail', 'queue', 'disk', 'storage', 'backup', 'database', 'errors']) {
    expect(text).toMatch(new RegExp(`^site_health_verdict{check="${check}"} [012]$`, 'm'));
  }
  for (const figure of [
    'site_disk_free_bytes',
    'site_mails_waiting',
    'site_jobs_waiting',
    'site_database_bytes',
    'site_errors_last_hour',
  ]) {
    expect(text).toMatch(new RegExp(`^${figure} [0-9.e+]+$`, 'm'));
  }
});
