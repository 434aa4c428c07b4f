/** The machine is lost, and what is left is a bucket with encrypted backups and the key to read them. */
import { mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { closeDatabase, db, schema } from '~/db/db.server';
import { loadStartingContent } from '~/features/operations/demonstration/demonstration.server';
import { stopJobQueue } from '~/platform/jobs/job-queue.server';
import { runAdminCommand } from '../../server/admin/admin';
import { closeSite, openSite } from '../../server/admin/admin-site';
import { createDatabase, dropDatabase } from '../support/database/database-server';
import {
  bringSecretAlong,
  type Contents,
  contentsOf,
  filesOf,
  folder,
  grown,
  names,
  server,
  small,
  withSite,
} from '../support/files/backup-places';
import {
  type ObjectStoreServer,
  startObjectStoreServer,
} from '../support/files/object-store-server';

let bucket: ObjectStoreServer;
let before: Contents;
const keyFile = join(folder, 'key.txt');
const otherKeyFile = join(folder, 'other-key.txt');
const fromBucket = () => grown({ BACKUP_STORE: bucket.address });

beforeAll(async () => {
  await stopJobQueue();
  await closeDatabase();
  mkdirSync(folder, { recursive: true });
  bucket = await startObjectStoreServer();
  await createDatabase(server, names.restored);
  const key = await generateX25519Identity();
  writeFileSync(keyFile, key);
  writeFileSync(otherKeyFile, await generateX25519Identity());
  const settings = {
    BACKUP_STORE: bucket.address,
    BACKUP_RECIPIENT: await identityToRecipient(key),
  };
  small(settings);
  await openSite({});
  await loadStartingContent();
  before = await contentsOf();
  await closeSite();
  small(settings);
  if ((await runAdminCommand(['backup'])) !== 0) throw new Error('The backup failed');
  bringSecretAlong('grown');
}, 180_000);

afterAll(async () => {
  await closeSite();
  await bucket.close();
  await dropDatabase(server, names.restored);
  rmSync(folder, { recursive: true, force: true });
});

// One history of a site, told in its order.
describe('a site whose backups are encrypted in a bucket', { shuffle: false }, () => {
  test('is not restored without the key, nor with another, and nothing comes', async () => {
    for (const words of [[], ['--identity', otherKeyFile], ['--identity', join(folder, 'none')]]) {
      fromBucket();
      expect(await runAdminCommand(['restore', ...words]), words.join(' ')).toBe(1);
    }
    fromBucket();
    await withSite(async () => expect(await db().$count(schema.users)).toBe(0));
    expect(filesOf('grown').size).toBe(0);
  });

  test('is restored with it, every row and every file', async () => {
    fromBucket();
    expect(await runAdminCommand(['restore', '--identity', keyFile])).toBe(0);
    fromBucket();
    expect(await withSite(contentsOf)).toEqual(before);
    expect(filesOf('small').size).toBeGreaterThan(3);
    expect(filesOf('grown')).toEqual(filesOf('small'));
  });

  test('gets back single files that were lost, and leaves the others as they are', async () => {
    const [lost = '', kept = ''] = [...filesOf('grown').keys()].filter((key) =>
      key.startsWith('/userIntranet/'),
    );
    const pathOf = (key: string) => join(folder, 'grown', 'files', key);
    unlinkSync(pathOf(lost));
    writeFileSync(pathOf(kept), 'changed since');
    fromBucket();
    expect(await runAdminCommand(['restore-files'])).toBe(1);
    expect(filesOf('grown').has(lost)).toBe(false);
    fromBucket();
    expect(await runAdminCommand(['restore-files', '--identity', keyFile])).toBe(0);
    expect(filesOf('grown').get(lost)).toEqual(filesOf('small').get(lost));
    expect(readFileSync(pathOf(kept), 'utf8')).toBe('changed since');
  });

  test('names a file that no backup has', async () => {
    fromBucket();
    await withSite(() =>
      db()
        .insert(schema.publicFiles)
        .values({
          page: 'statutes',
          title: 'Nowhere',
          fileName: 'a.txt',
          mediaType: 'text/plain',
          bytes: 3,
          sha256: 'a'.repeat(64),
          storageKey: 'public/nowhere.txt',
        }),
    );
    fromBucket();
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const code = await runAdminCommand(['restore-files', '--identity', keyFile]);
    const lines = said.mock.calls.map(([line]) => String(line)).join('');
    said.mockRestore();
    expect(code).toBe(1);
    expect(lines).toContain('In no backup: public/nowhere.txt');
  });
});
