/** Point-in-time recovery of the embedded database: to a moment between two nightly backups. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from '~/policy/actor';
import { config } from '~/config/config.server';
import { closeDatabase, db, schema } from '~/db/db.server';
import { getHealth } from '~/features/operations/health/health.server';
import { fileStore } from '~/platform/files/file-store.server';
import { stopJobQueue } from '~/platform/jobs/job-queue.server';
import { findRunningPostgres } from '~/platform/embedded-postgres/postgres-running.server';
import { asSuperuser } from '~/platform/embedded-postgres/postgres-server.server';
import { runAdminCommand } from '../../server/admin/admin';
import { prepareRecovery } from '~/features/operations/backup/restore/recover.server';
import { unfinishedRecovery } from '~/platform/embedded-postgres/postgres-archive.server';
import { closeSite, openRecovered, openSite } from '../../server/admin/admin-site';
import { checksum } from '../support/files/backup-places';
import { accountEmails, addAccount, archiveNow } from '../support/database/archived-site';
import {
  heldNewsletters,
  leaveNewslettersUnderWay,
  newslettersUnderWay,
} from '../support/mail/newsletters-under-way';
import { leaveMailsWaiting, mailsWaiting } from '../support/mail/waiting-mails';
import { configure } from '../support/database/configure';
import { startObjectStoreServer } from '../support/files/object-store-server';

const folder = mkdtempSync(join(tmpdir(), 'recovery-test-'));
const store = join(folder, 'backups');
const archive = join(folder, 'wal');

const site = (name: string, more: Record<string, string> = {}) =>
  configure({ DEMO: '0', APP_SECRET: '', DATA_DIR: join(folder, name), ...more });
const live = () => site('live', { WAL_ARCHIVE: archive });

async function addFile(key: string, text: string): Promise<void> {
  await fileStore().put(key, text);
  await db()
    .insert(schema.publicFiles)
    .values({
      page: 'statutes',
      title: key,
      fileName: 'a.txt',
      mediaType: 'text/plain',
      bytes: text.length,
      sha256: checksum(text),
      storageKey: key,
    });
}

/** The first account signs in with an app as well. */
async function enrolFirst(): Promise<void> {
  const { signInAccounts, secondFactors, recoveryCodes } = schema;
  const [first] = await db().select({ userId: signInAccounts.id }).from(signInAccounts);
  if (!first) throw new Error('There is no account');
  await db()
    .insert(secondFactors)
    .values({ ...first, secret: 'encrypted with the secret', confirmedAt: new Date() });
  await db()
    .insert(recoveryCodes)
    .values({ ...first, hash: 'keyed with the secret', isKeyed: true });
}

const factors = async () => [
  await db().$count(schema.secondFactors),
  await db().$count(schema.recoveryCodes),
];

const moments: Record<string, Date> = {};

beforeAll(async () => {
  await stopJobQueue();
  await closeDatabase();
  chmodSync(folder, 0o755);
  live();
  await openSite({});
  moments.early = await addAccount('first');
  await addFile('public/deleted-later.txt', 'one');
  await leaveNewslettersUnderWay();
  await leaveMailsWaiting();
  await enrolFirst();
  if ((await inside(['backup', store])) !== 0) throw new Error('The backup failed');
  await addFile('public/came-between.txt', 'two');
  moments.between = await addAccount('second');
  moments.files = await addAccount('third');
  // What someone regrets: an account and a file are gone.
  await db().delete(schema.users);
  await db().delete(schema.publicFiles);
  await fileStore().delete('public/deleted-later.txt');
  await archiveNow(archive);
  await closeSite();
});

/** A command beside the site, which runs in this process: it joins the running database. */
async function inside(words: string[], settings: Record<string, string> = {}): Promise<number> {
  await closeSite();
  site('live', { WAL_ARCHIVE: archive, ...settings });
  const code = await runAdminCommand(words);
  live();
  await openSite({});
  return code;
}

afterAll(async () => {
  await closeSite();
  rmSync(folder, { recursive: true, force: true });
});

/** A backup has no secret: whoever recovers a site brings its own. */
function bringSecret(name: string): void {
  cpSync(join(folder, 'live', 'secret'), join(folder, name, 'secret'));
}

async function recovered(name: string, words: string[]): Promise<number> {
  site(name);
  cpSync(join(folder, 'live', 'files'), join(folder, name, 'files'), { recursive: true });
  bringSecret(name);
  return runAdminCommand(['recover', store, '--wal-archive', archive, ...words]);
}

async function within<T>(name: string, work: () => Promise<T>): Promise<T> {
  site(name);
  await openSite({});
  try {
    return await work();
  } finally {
    await closeSite();
  }
}

// One history of a site, told in its order.
describe('a site with an archive of its log', { shuffle: false }, () => {
  describe('the archive of the log', () => {
    test('is compressed, whole, and for nobody else to read', () => {
      const files = readdirSync(archive, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      expect(files.length).toBeGreaterThan(2);
      expect(files.filter(({ name }) => !name.endsWith('.gz'))).toEqual([]);
    });
  });

  describe('a recovery', () => {
    test('brings back a moment between two nights, with the files of then', async () => {
      // One file was deleted since and is in the backup, the other came since and is in the store.
      const until = moments.files?.toISOString() ?? '';
      expect(await recovered('between', ['--until', until])).toBe(0);
      await within('between', async () => {
        expect(await accountEmails()).toEqual(
          ['first', 'second', 'third'].map((name) => `${name}@court.example`),
        );
        expect(await fileStore().get('public/came-between.txt')).toBe('two');
        expect(await fileStore().get('public/deleted-later.txt')).toBe('one');
        expect(await newslettersUnderWay()).toEqual(heldNewsletters);
        expect(await factors()).toEqual([1, 1]);
        // What it opened is gone, so that nobody is sent it.
        expect(await mailsWaiting()).toMatchObject({
          invitation: 'failed, without words',
          topic: 'queued, with words',
          'confirm-subscription': 'queued, with words',
          'moderation-decided': 'queued, with words',
          registration: 'queued, with words',
        });
      });
    });

    test('with another secret removes the second factors, which nobody could use', async () => {
      const secret = { APP_SECRET: 'another secret of at least 32 characters' };
      const until = moments.files?.toISOString() ?? '';
      const words = ['recover', store, '--wal-archive', archive, '--until', until];
      site('other-secret', secret);
      cpSync(join(folder, 'live', 'files'), join(folder, 'other-secret', 'files'), {
        recursive: true,
      });
      expect(await runAdminCommand(words)).toBe(1);
      site('other-secret', secret);
      expect(await runAdminCommand([...words, '--other-secret'])).toBe(0);
      site('other-secret', secret);
      await openSite({});
      try {
        expect(await factors()).toEqual([0, 0]);
      } finally {
        await closeSite();
      }
    });

    test('that was interrupted keeps the site from starting until it is repeated', async () => {
      const until = moments.between ?? null;
      site('interrupted');
      bringSecret('interrupted');
      const place = { store, night: '' };
      const say = () => undefined;
      const preparing = prepareRecovery(commandLine, { place, until, archive, say });
      const directory = join(folder, 'interrupted', 'postgres');
      // From the beginning: killed here, there is no database yet.
      const marker = unfinishedRecovery(directory);
      await expect.poll(() => existsSync(marker), { interval: 2 }).toBe(true);
      expect(existsSync(join(directory, 'cluster'))).toBe(false);
      await preparing;
      // Its process ends when the log is replayed, before what has to be ended in the database is.
      await openRecovered(until, null);
      await closeSite();
      site('interrupted');
      await expect(openSite({})).rejects.toThrow('has not finished: repeat the command "recover"');
      await closeSite();
      const words = [
        'recover',
        store,
        '--wal-archive',
        archive,
        '--until',
        until?.toISOString() ?? '',
      ];
      cpSync(join(folder, 'live', 'files'), join(folder, 'interrupted', 'files'), {
        recursive: true,
      });
      expect(await runAdminCommand(words)).toBe(0);
      expect(await within('interrupted', mailsWaiting)).toMatchObject({
        invitation: 'failed, without words',
      });
    });

    test('refuses an archive that is not there, where it is named', async () => {
      site('no-archive');
      bringSecret('no-archive');
      const absent = join(folder, 'absent');
      expect(await runAdminCommand(['recover', store, '--wal-archive', absent])).toBe(1);
      expect(existsSync(join(folder, 'no-archive', 'postgres', 'cluster'))).toBe(false);
    });

    test('names a file that is nowhere, and does all the rest', async () => {
      site('without-store');
      bringSecret('without-store');
      const until = moments.between?.toISOString() ?? '';
      const words = ['recover', store, '--wal-archive', archive, '--until', until];
      expect(await runAdminCommand(words)).toBe(1);
      await within('without-store', async () => {
        expect(await accountEmails()).toEqual(['first@court.example', 'second@court.example']);
        expect(await fileStore().exists('public/came-between.txt')).toBe(false);
      });
    });

    test('refuses a moment before the first night, and one after the archive', async () => {
      const early = ['--until', moments.early?.toISOString() ?? ''];
      expect(await recovered('refused', early)).toBe(1);
      expect(existsSync(join(folder, 'refused', 'postgres', 'cluster'))).toBe(false);
      const late = ['--until', new Date(Date.now() + 3_600_000).toISOString()];
      expect(await recovered('refused', late)).toBe(1);
      // Interrupted there, it can be done again.
      expect(await recovered('refused', [])).toBe(0);
      expect(await within('refused', accountEmails)).toEqual([]);
    });

    test('never goes over a database that is there', async () => {
      site('refused');
      const words = ['recover', store, '--wal-archive', archive];
      expect(await runAdminCommand(words)).toBe(1);
      expect(await within('refused', accountEmails)).toEqual([]);
    });
  });

  test('pruning removes the log that no kept backup needs', async () => {
    const segments = () => readdirSync(archive, { recursive: true }).map(String);
    live();
    const before = segments();
    const nights = () => readdirSync(join(store, 'nights')).length;
    const count = nights();
    // One by hand is an addition.
    expect(await runAdminCommand(['backup', store])).toBe(0);
    expect(nights()).toBe(count + 1);
    expect(await runAdminCommand(['backup', store, '--keep-daily', '1'])).toBe(0);
    expect(readdirSync(join(store, 'nights'))).toHaveLength(1);
    expect(segments().filter((name) => before.includes(name)).length).toBeLessThan(before.length);
    expect(await recovered('latest', [])).toBe(0);
  });

  test('an encrypted backup in a bucket is the beginning of one as well', async () => {
    const bucket = await startObjectStoreServer();
    const key = await generateX25519Identity();
    const keyFile = join(folder, 'key.txt');
    writeFileSync(keyFile, key);
    const settings = {
      BACKUP_STORE: bucket.address,
      BACKUP_RECIPIENT: await identityToRecipient(key),
    };
    try {
      expect(await inside(['backup'], settings)).toBe(0);
      const until = (await addAccount('after-the-backup')).toISOString();
      await addAccount('too-late');
      await archiveNow(archive);
      await closeSite();
      site('bucket', settings);
      bringSecret('bucket');
      const words = ['recover', '--wal-archive', archive, '--until', until];
      expect(await runAdminCommand(words)).toBe(1);
      site('bucket', settings);
      expect(await runAdminCommand([...words, '--identity', keyFile])).toBe(0);
      expect(await within('bucket', accountEmails)).toEqual(['after-the-backup@court.example']);
    } finally {
      await bucket.close();
    }
  });

  test('the health page tells when the log cannot be archived', async () => {
    live();
    await openSite({});
    renameSync(archive, `${archive}.away`);
    try {
      const { host } = findRunningPostgres(join(config().dataDirectory, 'postgres')) ?? {
        host: '',
      };
      await asSuperuser(host, async (client) => {
        await client.query('create table filler as select 1; select pg_switch_wal()');
      });
      const advice = async () =>
        (await getHealth(commandLine)).find(({ name }) => name === 'health.backup')?.advice;
      await expect.poll(advice).toBe('health.backup.archive');
    } finally {
      renameSync(`${archive}.away`, archive);
      await closeSite();
    }
  });
});
