/** What the operator is told of by itself, one by one; how alerts are told is in alerts.test.ts. */
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { commandLine } from '~/policy/actor';
import { config, setConfig } from '~/config/config.server';
import { db, pool, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { checkAuditChain } from '~/features/identity/audit/audit.server';
import { noteOtherBackup } from '~/features/operations/backup/backup.server';
import { checkFiles } from '~/features/operations/file-check/file-check.server';
import { HealthWatch } from '~/features/operations/health/health-watch.server';
import { jobs } from '~/jobs.server';
import { fileStore } from '~/platform/files/file-store.server';
import {
  enqueue,
  findLastRun,
  readJobFigures,
  startJobQueue,
  stopJobQueue,
} from '~/platform/jobs/job-queue.server';
import { countError } from '~/platform/log/error-count.server';
import { startLive, stopLive } from '~/platform/live.server';
import {
  type AlertReceivers,
  bothWays,
  look,
  makeHealthy,
  startAlertReceivers,
  tellBothWays,
} from '../../../../tests/support/people/alert-receivers';
import { renewDatabase } from '../../../../tests/support/database/own-database';
import { tamperWithAudit } from '../../../../tests/support/people/tamper-with-audit';

const polling = { timeout: 30_000 };
let receivers: AlertReceivers;
let watch: HealthWatch;

beforeEach(async () => {
  await renewDatabase();
  await stopJobQueue();
  await startLive();
  await startJobQueue(jobs);
  await makeHealthy();
  receivers = await startAlertReceivers();
  watch = new HealthWatch();
});
afterEach(async () => {
  // What is still being sent is for these receivers.
  await stopJobQueue();
  await receivers.close();
  stopLive();
});

const noteBackup = () => noteOtherBackup(commandLine, 'a snapshot');
const alertAndEnd = (mend: () => unknown) => tellBothWays(receivers, watch, mend);

test('a site without any backup tells so until there is one', async () => {
  const wanted = bothWays('backup', 'bad', 'There is no backup yet');
  expect(await alertAndEnd(noteBackup)).toEqual(wanted);
});

describe('the operator is told, by e-mail and webhook, and again when it is over:', () => {
  beforeEach(async () => {
    await noteBackup();
    await look(watch);
  });

  test('a nightly job that has not run', async () => {
    await makeUser(db());
    const longAgo = new Date(Date.now() - 27 * 3_600_000);
    await db().update(schema.signInAccounts).set({ createdAt: longAgo });
    const wanted = bothWays('night', 'attention', 'It did not run last night');
    const runIt = async () => {
      await transaction((tx) => enqueue(tx, { name: 'nightly-tidying', data: {} }));
      await vi.waitFor(
        async () => expect(await findLastRun('nightly-tidying')).not.toBeNull(),
        polling,
      );
    };
    expect(await alertAndEnd(runIt)).toEqual(wanted);
  });

  test('a nightly job that failed, which is a job that was given up as well', async () => {
    await makeUser(db());
    const longAgo = new Date(Date.now() - 27 * 3_600_000);
    await db().update(schema.signInAccounts).set({ createdAt: longAgo });
    // The job checks the files, and finds their table gone.
    await db().execute(sql`alter table intranet_uploads rename to moved`);
    await transaction((tx) =>
      enqueue(tx, { name: 'nightly-tidying', data: {} }, { retryLimit: 0 }),
    );
    await untilFailed(1);
    await look(watch, 3);
    const told = new Set(receivers.webhook.received.map(({ check }) => check));
    expect(told).toEqual(new Set(['night', 'queue']));
  });

  test('jobs that were given up', async () => {
    const job = { name: 'remove-files', data: {} };
    await transaction((tx) => enqueue(tx, job, { retryLimit: 0 }));
    await untilFailed(1);
    const wanted = bothWays('queue', 'attention', 'Some jobs were given up');
    const aDayLater = async () => {
      await db().execute(sql`delete from pgboss.job where state = 'failed'`);
      await untilFailed(0);
    };
    expect(await alertAndEnd(aDayLater)).toEqual(wanted);
  });

  test('an audit log that was changed from outside', async () => {
    const change = (text: string) =>
      tamperWithAudit(sql`update audit_entries set reason = ${text} where seq = 1`);
    const [first] = await db()
      .select({ reason: schema.auditEntries.reason })
      .from(schema.auditEntries)
      .where(eq(schema.auditEntries.seq, 1));
    await change('another');
    expect(await checkAuditChain()).toBe(1);
    const wanted = bothWays('checks', 'bad', 'The audit log was changed from outside');
    const undo = async () => {
      await change(first?.reason ?? '');
      expect(await checkAuditChain()).toBeNull();
    };
    expect(await alertAndEnd(undo)).toEqual(wanted);
  });

  test('a document without its file', async () => {
    const { id, collection } = await makeDocument(db());
    expect(await checkFiles()).toMatchObject({ withoutFile: [id] });
    const wanted = bothWays('checks', 'bad', 'Documents are without their file');
    const bringBack = async () => {
      await fileStore().put(`${collection}/${id}/document.txt`, Buffer.from('text'));
      expect(await checkFiles()).toMatchObject({ withoutFile: [] });
    };
    expect(await alertAndEnd(bringBack)).toEqual(wanted);
  });

  test('a database of another version', async () => {
    await pool().query(
      `insert into drizzle.__drizzle_migrations (hash, created_at)
       select 'later', max(created_at) + 1 from drizzle.__drizzle_migrations`,
    );
    const wanted = bothWays('database', 'bad', 'The database is of another version than the site');
    const restore = () =>
      pool().query("delete from drizzle.__drizzle_migrations where hash = 'later'");
    expect(await alertAndEnd(restore)).toEqual(wanted);
  });

  test.each([
    {
      sent: true,
      verdict: 'attention',
      advice: 'E-mails have been waiting for more than half an hour',
    },
    { sent: false, verdict: 'bad', advice: 'No e-mail has gone out for half an hour' },
  ])('mail that waits while others get out ($sent)', async ({ sent, verdict, advice }) => {
    const mail = { template: 'test', recipient: 'a@court.example', subject: 'One', html: '' };
    const waited = new Date(Date.now() - 31 * 60_000);
    const rows = [{ ...mail, text: 'waits', createdAt: waited }];
    await db().insert(schema.mails).values(rows);
    if (sent) {
      const other = { ...mail, text: 'sent', state: 'sent', sentAt: new Date() } as const;
      await db().insert(schema.mails).values(other);
    }
    const deliver = () =>
      db()
        .update(schema.mails)
        .set({ state: 'sent', sentAt: new Date() })
        .where(eq(schema.mails.text, 'waits'));
    expect(await alertAndEnd(deliver)).toEqual(bothWays('mail', verdict, advice));
  });

  test('a database server of one’s own that archives no log although WAL_ARCHIVE is set', async () => {
    const before = config();
    const backup = { ...before.backup, walArchive: before.dataDirectory };
    setConfig({ ...before, databaseUrl: 'postgresql://association@/postgres', backup });
    const wanted = bothWays(
      'backup',
      'bad',
      'The write-ahead log is not archived: archive_mode is',
    );
    expect(await alertAndEnd(() => setConfig(before))).toEqual(wanted);
  });

  test('a backup that is older than eight days', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 24 * 3_600_000 });
    try {
      const wanted = bothWays('backup', 'bad', 'The last backup is old');
      expect(await alertAndEnd(noteBackup)).toEqual(wanted);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a few errors in an hour', async () => {
    for (let time = 0; time < 5; time += 1) countError('request');
    const anHourLater = () =>
      db()
        .update(schema.errorCounts)
        .set({ minute: new Date(Date.now() - 61 * 60_000) });
    const wanted = bothWays('errors', 'attention', 'Many requests or jobs have failed');
    expect(await alertAndEnd(anHourLater)).toEqual(wanted);
  });
});

const untilFailed = (count: number) =>
  vi.waitFor(async () => expect(await readJobFigures()).toMatchObject({ failed: count }), polling);
