import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { eq, ne, sql } from 'drizzle-orm';
import { createElement } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { commandLine } from '~/policy/actor';
import { closeDatabase, db, openDatabase, pool, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { makeBackup, noteOtherBackup } from '~/features/operations/backup/backup.server';
import { jobs } from '~/jobs.server';
import { countError } from '~/platform/log/error-count.server';
import { enqueue, startJobQueue, stopJobQueue } from '~/platform/jobs/job-queue.server';
import { startLive, stopLive } from '~/platform/live.server';
import { closeMailTransport, queueMail } from '~/platform/mail/mail.server';
import { makeCertificate, smallDisk } from '../../../../tests/support/people/alert-causes';
import {
  type AlertReceivers,
  bothWays,
  look,
  makeHealthy,
  startAlertReceivers,
  startWebhook,
  tellBothWays,
  toldTo,
  untilMailed,
} from '../../../../tests/support/people/alert-receivers';
import { configure } from '../../../../tests/support/database/configure';
import { disturbedDatabase } from '../../../../tests/support/database/disturbed-database';
import { startSmtpServer } from '../../../../tests/support/mail/smtp-server';
import { HealthWatch } from '~/features/operations/health/health-watch.server';

const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
let receivers: AlertReceivers;
let watch: HealthWatch;

beforeAll(startWorkers);
beforeEach(async () => {
  await makeHealthy();
  receivers = await startAlertReceivers();
  await noteOtherBackup(commandLine, 'a snapshot');
  watch = new HealthWatch();
  await look(watch);
});
afterEach(() => receivers.close());
afterAll(() => {
  stopLive();
  rmSync(folder, { recursive: true, force: true });
});

const told = () => toldTo(receivers);
const alertAndEnd = (mend: () => unknown) => tellBothWays(receivers, watch, mend);

describe('the operator is told, by e-mail and webhook, and again when it is over:', () => {
  test.each([
    { full: 0.97, verdict: 'bad' },
    { full: 0.9, verdict: 'attention' },
  ])('a disk of which $full is taken', async ({ full, verdict }) => {
    const disk = smallDisk(folder, full);
    try {
      configure({ ...receivers.environment, DATA_DIR: disk.path });
      const wanted = bothWays('disk', verdict, 'The disk is getting full');
      expect(await alertAndEnd(disk.empty)).toEqual(wanted);
    } finally {
      disk.remove();
    }
  });

  test('a file store that cannot be written to', async () => {
    const directory = mkdtempSync(join(folder, 'data-'));
    configure({ ...receivers.environment, DATA_DIR: directory });
    writeFileSync(join(directory, 'files'), 'in the way');
    const wanted = bothWays('storage', 'bad', 'The file store does not answer');
    expect(await alertAndEnd(() => rmSync(join(directory, 'files')))).toEqual(wanted);
  });

  test('a backup that failed', async () => {
    const backup = (store: string) =>
      makeBackup(commandLine, {
        store,
        keep: { daily: 14, weekly: 0, monthly: 0 },
        say: () => undefined,
      });
    await expect(backup(join(folder, 'no-disk/tonight'))).rejects.toThrow(
      'is the disk for backups',
    );
    const wanted = bothWays('backup', 'bad', 'The last backup failed');
    expect(await alertAndEnd(() => backup(join(folder, 'tonight')))).toEqual(wanted);
  });

  test('a backup that is old', async () => {
    const later = new Date(Date.now() + 3 * 24 * 3_600_000);
    vi.useFakeTimers({ toFake: ['Date'], now: later });
    try {
      const wanted = bothWays('backup', 'attention', 'The last backup is old');
      const mend = () => noteOtherBackup(commandLine, 'a snapshot');
      expect(await alertAndEnd(mend)).toEqual(wanted);
    } finally {
      vi.useRealTimers();
    }
  });

  test('jobs that nobody takes, though the mail itself is such a job', async () => {
    await stopJobQueue();
    await startJobQueue(jobs, { work: false });
    const due = new Date(Date.now() - 2 * 3_600_000);
    const job = { name: 'collect-search-words', data: {} };
    await transaction((tx) => enqueue(tx, job, { startAfter: due }));
    await look(watch);
    expect(told()).toEqual(['queue bad']);
    expect(receivers.mails()).toEqual([]);
    await db()
      .update(schema.mails)
      .set({ createdAt: new Date(Date.now() - 3 * 60_000) });
    await look(watch, 1);
    expect(receivers.mails()).toEqual([expect.stringMatching(/A job has waited/)]);
    await startWorkers();
    await vi.waitFor(async () => expect(await waitingJobs()).toBe(0), { timeout: 20_000 });
    await look(watch);
    expect(told()).toEqual(['queue bad', 'queue good']);
    await untilMailed(receivers, 2);
    expect(receivers.mails()).toHaveLength(2);
  });

  test('mail that fails: the webhook at once, the mail when it works again', async () => {
    const gone = await startSmtpServer();
    await gone.close();
    closeMailTransport();
    configure({ ...receivers.environment, SMTP_URL: gone.address });
    await transaction((tx) => queueMail(tx, someMail));
    await vi.waitFor(async () => expect(await failedMails()).toBe(1), { timeout: 20_000 });
    await look(watch);
    expect(told()).toEqual(['mail attention']);
    expect(receivers.smtp.received).toEqual([]);
    // As the mail server would be again at its address.
    closeMailTransport();
    configure(receivers.environment);
    await untilMailed(receivers, 2);
    await vi.waitFor(async () => expect(await unsentMails()).toBe(0), { timeout: 20_000 });
    await look(watch);
    expect(told()).toEqual(['mail attention', 'mail good']);
    await untilMailed(receivers, 3);
    expect(receivers.mails().join()).toMatch(/Some e-mails could not be sent/);
  });

  test('a database that does not answer, though nothing can be queued', async () => {
    const { connectionString } = pool().options;
    const { line, settings } = await disturbedDatabase(connectionString ?? '');
    await stopJobQueue();
    stopLive();
    await closeDatabase();
    openDatabase(settings);
    try {
      await look(watch);
      await line.become('refuse');
      await look(watch, 3);
      expect(told()).toEqual(['database bad']);
      await untilMailed(receivers, 1);
      expect(receivers.mails()[0]).toContain('The database does not answer');
      await line.become('none');
      await look(watch, 3);
      expect(told()).toEqual(['database bad', 'database good']);
      expect(receivers.mails()).toHaveLength(2);
    } finally {
      await closeDatabase();
      await line.close();
      openDatabase({ connectionString });
      await startWorkers();
    }
  });

  test.each([
    { days: 5, verdict: 'bad' },
    { days: 14, verdict: 'attention' },
  ])('a certificate that ends in $days days', async ({ days, verdict }) => {
    const server = createServer(makeCertificate(folder, days));
    server.listen(0, '127.0.0.1');
    await expect.poll(() => server.listening).toBe(true);
    const bound = server.address();
    const port = typeof bound === 'object' && bound ? bound.port : 0;
    const production = {
      ...receivers.environment,
      NODE_ENV: 'production',
      ORIGIN: `https://localhost:${port}`,
    };
    configure({ ...production, ORIGIN: 'https://127.0.0.1:1' });
    await look(watch, 3);
    expect(told(), 'no connection is no verdict').toEqual([]);
    configure(production);
    await look(watch, 3);
    expect(told()).toEqual([`certificate ${verdict}`]);
    await untilMailed(receivers, 1);
    expect(receivers.mails()[0]).toContain('certbot renew');
    server.setSecureContext(makeCertificate(folder, 90));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    await look(watch, 3);
    vi.useRealTimers();
    expect(told()).toEqual([`certificate ${verdict}`, 'certificate good']);
    server.close();
  });

  test('many errors in an hour', async () => {
    for (let time = 0; time < 25; time += 1) countError('request');
    const anHourLater = () =>
      db()
        .update(schema.errorCounts)
        .set({ minute: new Date(Date.now() - 61 * 60_000) });
    const wanted = bothWays('errors', 'bad', 'Many requests or jobs have failed');
    expect(await alertAndEnd(anHourLater)).toEqual(wanted);
  });
});

describe('an alert', () => {
  const breakBackup = () =>
    makeBackup(commandLine, {
      store: join(folder, 'none/here'),
      keep: { daily: 14, weekly: 0, monthly: 0 },
      say: () => undefined,
    }).catch(() => undefined);

  test('is told once by several nodes, also after a restart', async () => {
    await breakBackup();
    const nodes = [watch, new HealthWatch(), new HealthWatch()];
    for (let time = 0; time < 4; time += 1) {
      await Promise.all(nodes.map((node) => look(node, 1)));
    }
    await look(new HealthWatch(), 3);
    expect(told()).toEqual(['backup bad']);
    await untilMailed(receivers, 1);
    expect(receivers.mails()).toHaveLength(1);
  });

  test('is not told of what was so at one look only', async () => {
    await breakBackup();
    await look(watch, 1);
    await noteOtherBackup(commandLine, 'a snapshot');
    await look(watch, 3);
    expect(told()).toEqual([]);
  });

  test('goes to the accounts with role DEV where nobody is named, else to administrators', async () => {
    const { SMTP_URL } = receivers.environment;
    configure({ SMTP_URL });
    await breakBackup();
    await look(new HealthWatch(), 3);
    const admin = await makeUser(db(), { role: 'ADMIN' });
    await makeUser(db(), { role: 'ADMIN', suspendedAt: new Date() });
    await look(new HealthWatch(), 3);
    await untilMailed(receivers, 1);
    expect(receivers.smtp.received.map(({ recipients }) => recipients)).toEqual([[admin.email]]);
    const developer = await makeUser(db(), { role: 'DEV' });
    await noteOtherBackup(commandLine, 'a snapshot');
    await look(new HealthWatch(), 3);
    await untilMailed(receivers, 2);
    expect(receivers.smtp.received[1]?.recipients).toEqual([developer.email]);
  });

  test('for a webhook that does not take it is sent again by a job, and follows no redirect', async () => {
    const other = await startWebhook();
    let isWell = false;
    const webhook = await startWebhook(() =>
      isWell ? { status: 200 } : { status: 307, headers: { Location: other.address } },
    );
    configure({ ...receivers.environment, ALERTS_TO: webhook.address });
    await breakBackup();
    await look(new HealthWatch(), 3);
    expect(webhook.received).toEqual([]);
    expect(JSON.stringify(await waitingData())).not.toContain('secret');
    isWell = true;
    await vi.waitFor(() => expect(webhook.received).toHaveLength(1), { timeout: 20_000 });
    expect(webhook.received[0]).toEqual({
      text: expect.stringContaining('The last backup failed'),
      check: 'backup',
      verdict: 'bad',
      site: 'Data Protection Judges',
      node: null,
    });
    expect(other.received).toEqual([]);
    await Promise.all([other.close(), webhook.close()]);
  });
});

const someMail = {
  template: 'example',
  recipient: 'a@court.example',
  subject: 'News',
  body: createElement('p', null, 'News'),
};

const failedMails = () => db().$count(schema.mails, eq(schema.mails.state, 'failed'));
const unsentMails = () => db().$count(schema.mails, ne(schema.mails.state, 'sent'));

/** Workers, and the announcements that wake them. */
async function startWorkers() {
  await stopJobQueue();
  stopLive();
  await startLive();
  await startJobQueue(jobs);
}

async function waitingData() {
  const { rows } = await db().execute<{ data: unknown }>(
    sql`select data from pgboss.job where state < 'completed'`,
  );
  return rows;
}

const waitingJobs = async () => (await waitingData()).length;
