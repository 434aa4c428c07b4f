import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { appendFileSync, cpSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { createElement } from 'react';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { config } from '~/config/config.server';
import { closeDatabase, db, pool, schema, transaction } from '~/db/db.server';
import { getArticle } from '~/features/content/articles/articles.server';
import { findBrokenAuditEntry } from '~/features/identity/audit/audit.server';
import { findLastBackup } from '~/features/operations/backup/backup.server';
import { loadStartingContent } from '~/features/operations/demonstration/demonstration.server';
import { getDocument, getFile } from '~/features/library/documents/documents.server';
import { getTopic } from '~/features/forum/topics/topics.server';
import { resolveSession } from '~/features/identity/sign-in/session.server';
import { listWaitingJobs, stopJobQueue } from '~/platform/jobs/job-queue.server';
import { deliverMail, queueMail } from '~/platform/mail/mail.server';
import { runAdminCommand } from '../../server/admin/admin';
import { closeSite, openSite } from '../../server/admin/admin-site';
import { fileStore } from '~/platform/files/file-store.server';
import {
  heldNewsletters,
  leaveNewslettersUnderWay,
  newslettersUnderWay,
} from '../support/mail/newsletters-under-way';
import { cookieHeader } from '../support/people/cookies';
import { createDatabase, dropDatabase } from '../support/database/database-server';
import { leaveTraces } from '../support/people/member-traces';
import { startObjectStoreServer } from '../support/files/object-store-server';
import { trySignIn } from '../support/people/sign-in';
import {
  backupFolder,
  breakLastJob,
  bringSecretAlong,
  type Contents,
  contentsOf,
  filesOf,
  folder,
  forgeManifest,
  grown,
  manifestOf,
  names,
  newestNight,
  password,
  personOf,
  refusing,
  server,
  small,
  withSite,
} from '../support/files/backup-places';

const resources = schema.intranetResources;

const brokenFolder = join(folder, 'broken');
let before: Contents;
/** What became of the command that made the backup. */
let made: { exitCode: number; folders: string[] };

beforeAll(async () => {
  // The commands open the database by themselves.
  await stopJobQueue();
  await closeDatabase();
  chmodSync(folder, 0o755);
  for (const name of Object.values(names)) await createDatabase(server, name);
  small();
  await openSite({});
  await loadStartingContent();
  await leaveTraces(await personOf('member2@demo.example'), 'Backuptraces');
  await transaction((tx) =>
    queueMail(tx, {
      template: 'test',
      recipient: 'a@court.example',
      subject: 'One',
      body: createElement('p', null, 'Line'),
    }),
  );
  await leaveNewslettersUnderWay();
  before = await contentsOf();
  await closeSite();
  const exitCode = await runAdminCommand(['backup', backupFolder]);
  made = { exitCode, folders: readdirSync(folder).toSorted() };
  // Fails at the very end of the work: the last of the waiting jobs cannot be read.
  cpSync(backupFolder, brokenFolder, { recursive: true });
  breakLastJob(brokenFolder);
}, 180_000);

afterAll(async () => {
  await closeSite();
  for (const name of Object.values(names)) await dropDatabase(server, name);
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  test('is made by the command, for no other user to read', () => {
    expect(made).toEqual({ exitCode: 0, folders: ['backup', 'small'] });
    expect(statSync(backupFolder).mode & 0o777).toBe(0o700);
    for (const entry of readdirSync(backupFolder, { recursive: true, withFileTypes: true })) {
      const { mode } = statSync(join(entry.parentPath, entry.name));
      expect(mode & 0o777, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600);
    }
    expect(readdirSync(join(backupFolder, 'tmp'))).toEqual([]);
  });

  test('never goes into a folder with other things', async () => {
    small();
    const other = join(folder, 'other-things');
    mkdirSync(other);
    writeFileSync(join(other, 'letter.txt'), 'Dear judges');
    expect(await runAdminCommand(['backup', other])).toBe(1);
    expect(readdirSync(other)).toEqual(['letter.txt']);
    rmSync(other, { recursive: true });
    expect(await runAdminCommand(['backup', join(config().dataDirectory, 'backup')])).toBe(1);
    expect(await runAdminCommand(['backup', join(folder, 'absent', 'backup')])).toBe(1);
  });

  test('is known to the health page', async () => {
    small();
    await withSite(async () => {
      const at = await findLastBackup(await personOf('dev@demo.example'));
      expect(Date.now() - (at?.getTime() ?? 0)).toBeLessThan(600_000);
    });
  });
});

describe('a restore into an empty site', () => {
  test('refuses a backup that is not whole, and changes nothing', async () => {
    const damaged = join(folder, 'damaged');
    cpSync(backupFolder, damaged, { recursive: true });
    const users = manifestOf(damaged).tables.find(({ name }) => name === 'users')?.parts[0];
    const object = join(damaged, 'objects', users?.object.slice(0, 2) ?? '', users?.object ?? '');
    const content = readFileSync(object);
    appendFileSync(object, 'x');
    refusing();
    expect(await runAdminCommand(['restore', damaged])).toBe(1);
    rmSync(object);
    expect(await runAdminCommand(['restore', damaged])).toBe(1);
    writeFileSync(object, content);
    appendFileSync(join(newestNight(damaged), 'manifest.json'), ' ');
    expect(await runAdminCommand(['restore', damaged])).toBe(1);
    // A table cut out, by someone who corrects the checksum as well.
    forgeManifest(damaged, ({ tables, ...others }) => ({
      ...others,
      tables: tables.filter(({ name }) => name !== 'forum_topics'),
    }));
    expect(await runAdminCommand(['restore', damaged])).toBe(1);
    rmSync(join(newestNight(damaged), 'manifest.sha256'));
    expect(await runAdminCommand(['restore', damaged])).toBe(1);
    rmSync(damaged, { recursive: true });
    await withSite(async () => expect(await db().$count(schema.users)).toBe(0));
    expect(existsSync(join(folder, 'refusing', 'files', 'userIntranet'))).toBe(false);
    rmSync(join(folder, 'refusing'), { recursive: true });
  });

  test('refuses a backup of another schema', async () => {
    const older = join(folder, 'older');
    cpSync(backupFolder, older, { recursive: true });
    forgeManifest(older, (manifest) => ({
      ...manifest,
      schema: { ...manifest.schema, hash: '0'.repeat(64) },
    }));
    refusing();
    expect(await runAdminCommand(['restore', older])).toBe(1);
    rmSync(older, { recursive: true });
  });

  test('refuses another secret than that of the backup', async () => {
    refusing({ APP_SECRET: 'another secret of at least 32 characters' });
    expect(await runAdminCommand(['restore', backupFolder])).toBe(1);
    await withSite(async () => expect(await db().$count(schema.users)).toBe(0));
  });
});

describe('a restored site', () => {
  let restoring: number;
  let after: Contents;
  beforeAll(async () => {
    grown();
    bringSecretAlong('grown');
    restoring = await runAdminCommand(['restore', backupFolder]);
    after = await withSite(contentsOf);
  });

  test('has every row and every file', async () => {
    expect(restoring).toBe(0);
    grown();
    await withSite(async () => {
      expect(after).toEqual(before);
      expect(before.users?.rows).toBeGreaterThan(4);
      const empty = Object.keys(before).filter((name) => before[name]?.rows === 0);
      expect(Object.keys(before).length - empty.length).toBeGreaterThan(30);
      const { rows } = await pool().query(
        "select conname from pg_constraint where contype = 'f' and condeferrable and connamespace = 'public'::regnamespace union all select tgname from pg_trigger where tgenabled <> 'O'",
      );
      expect(rows).toEqual([]);
    });
    for (const [key, bytes] of filesOf('small')) expect(filesOf('grown').get(key)).toEqual(bytes);
    expect(filesOf('grown').size).toBe(filesOf('small').size);
    expect(filesOf('grown').size).toBeGreaterThan(3);
  });

  test('lets members in and shows them what was there', async () => {
    grown();
    await withSite(async () => {
      const headers = cookieHeader(await trySignIn({ email: 'member@demo.example', password }));
      const { actor } = await resolveSession(headers);
      expect(actor).toMatchObject({ role: 'USER' });
      expect((await getArticle(anonymous, 'names-in-a-search-box', 'en')).title).toBeTruthy();
      const [topic] = await db().select({ id: schema.forumTopics.id }).from(schema.forumTopics);
      expect((await getTopic(actor, topic?.id ?? '')).title).toBeTruthy();
      const versions = schema.documentVersions;
      const [version] = await db()
        .select()
        .from(versions)
        .innerJoin(resources, eq(resources.id, versions.document))
        .where(eq(resources.collection, 'userIntranet'));
      const id = version?.intranet_resources.id ?? '';
      expect((await getDocument(actor, id)).document.title).toBeTruthy();
      const file = await getFile(actor, id);
      const hash = createHash('sha256');
      const chunks: AsyncIterable<Buffer> = await file.open();
      for await (const chunk of chunks) hash.update(chunk);
      expect(hash.digest('hex')).toBe(file.sha256);
      expect(await findBrokenAuditEntry()).toBeNull();
    });
  });

  test('sends waiting jobs and mails again, each once', async () => {
    grown();
    await withSite(async () => {
      const [mail] = await db()
        .select()
        .from(schema.mails)
        .where(eq(schema.mails.template, 'test'));
      expect(mail).toMatchObject({ state: 'queued', text: 'Line' });
      const jobs = await listWaitingJobs('deliver-mail');
      expect(jobs.filter((job) => JSON.stringify(job).includes(mail?.id ?? '-'))).toHaveLength(1);
    });
  });

  test('sends no newsletter by itself that may have been sent since', async () => {
    grown();
    expect(await withSite(newslettersUnderWay)).toEqual(heldNewsletters);
  });

  test('is not restored a second time, since it has something', async () => {
    grown();
    const count = await withSite(() => db().$count(schema.auditEntries));
    expect(await runAdminCommand(['restore', backupFolder])).toBe(1);
    expect(await withSite(() => db().$count(schema.auditEntries))).toBe(count);
  });
});

describe('a restore', () => {
  test('of a backup that is older than an hour sends no mail that waited then', async () => {
    const aged = join(folder, 'aged-backup');
    cpSync(backupFolder, aged, { recursive: true });
    const madeAt = new Date(Date.now() - 61 * 60_000).toISOString();
    forgeManifest(aged, (manifest) => ({ ...manifest, madeAt }));
    grown({ DATA_DIR: join(folder, 'aged') }, names.aged);
    bringSecretAlong('aged');
    expect(await runAdminCommand(['restore', aged])).toBe(0);
    await withSite(async () => {
      const { mails } = schema;
      const [mail] = await db().select().from(mails).where(eq(mails.template, 'test'));
      expect(mail).toMatchObject({ state: 'failed', html: '', text: '' });
      // Whichever job still asks for it.
      await deliverMail.run({ mailId: mail?.id ?? '' });
      const [after] = await db().select().from(mails).where(eq(mails.template, 'test'));
      expect(after).toEqual(mail);
    });
  });

  test('that is interrupted leaves the database empty, and can be repeated', async () => {
    grown({ DATA_DIR: join(folder, 'other') }, names.other);
    bringSecretAlong('other');
    expect(await runAdminCommand(['restore', brokenFolder])).toBe(1);
    await withSite(async () => expect(await db().$count(schema.users)).toBe(0));
    expect(filesOf('other').size).toBe(0);
    expect(await runAdminCommand(['restore', backupFolder])).toBe(0);
    expect(filesOf('other').size).toBe(filesOf('small').size);
  });

  test('brings the files into an S3 store, whole or not at all', async () => {
    const store = await startObjectStoreServer();
    bringSecretAlong('objects');
    const open = () => {
      const place = { FILE_STORE_URL: store.address, DATA_DIR: join(folder, 'objects') };
      grown(place, names.objects);
    };
    /** The checksums of the files in the store, by their keys. */
    const sums = async () => {
      const found = new Map<string, string>();
      for await (const { key } of fileStore().list('')) {
        const bytes = Buffer.concat(await (await fileStore().getStream(key)).toArray());
        found.set(`/${key}`, createHash('sha256').update(bytes).digest('hex'));
      }
      return found;
    };
    const wanted = new Map(
      [...filesOf('small')].map(([key, bytes]) => [
        key,
        createHash('sha256').update(bytes).digest('hex'),
      ]),
    );
    try {
      open();
      expect(await runAdminCommand(['restore', brokenFolder])).toBe(1);
      expect(await withSite(sums)).toEqual(new Map());
      open();
      expect(await runAdminCommand(['restore', backupFolder])).toBe(0);
      expect(await withSite(sums)).toEqual(wanted);
      expect(await withSite(contentsOf)).toEqual(before);
      expect(existsSync(join(folder, 'objects', 'files'))).toBe(false);

      // And out of it again.
      const again = join(folder, 'from-objects');
      expect(await runAdminCommand(['backup', again])).toBe(0);
      const filesIn = (store: string) =>
        manifestOf(store).files.toSorted((a, b) => a.key.localeCompare(b.key));
      expect(filesIn(again)).toEqual(filesIn(backupFolder));
    } finally {
      await closeSite();
      await store.close();
    }
  });
});
