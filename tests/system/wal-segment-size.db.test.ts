/** The log of a server whose segments have another size than 16 MB, out of the backup store. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { config, setConfig } from '~/config/config.server';
import { closeDatabase, openDatabase } from '~/db/db.server';
import { fetchLog } from '~/features/operations/backup/restore/fetch-log.server';
import { openBackupStore } from '~/features/operations/backup/store/backup-store.server';
import { claimStore } from '~/features/operations/backup/store/claim-store.server';
import { storeWal } from '~/features/operations/backup/wal/store-wal.job.server';
import { listStoredWal } from '~/features/operations/backup/wal/stored-wal.server';
import { commandLine } from '~/policy/actor';
import { configure } from '../support/database/configure';
import { debianServer, hasDebianServer, whatIsMissing } from '../support/database/debian-server';

const sizes = [
  { size: 1, early: '000000010000000000000FFC', last: '000000010000000000000FFF' },
  { size: 32, early: '00000001000000000000007C', last: '00000001000000000000007F' },
];

describe.each(sizes)('a server with segments of $size MB', ({ size, early, last }) => {
  const folder = mkdtempSync(join(tmpdir(), 'segment-size-'));
  const server = debianServer(folder);
  const segments: string[] = [];

  const set = () => {
    configure({ WAL_ARCHIVE: server.wal, BACKUP_STORE: join(folder, 'store') });
    setConfig({ ...config(), databaseUrl: 'postgresql://association@/postgres' });
  };

  /** @returns what the command says, or why it refuses */
  async function fetched(name: string): Promise<string[]> {
    const said: string[] = [];
    const place = { store: '', night: '' };
    const request = { place, until: null, folder: join(folder, name) };
    await fetchLog(commandLine, { ...request, say: (line) => void said.push(line) }).catch(
      (error: unknown) => said.push(String(error)),
    );
    return said;
  }

  async function keyOf(segment: string): Promise<string> {
    const all = [...(await listStoredWal(await openBackupStore('')))].flatMap(([, files]) => files);
    return all.find(({ name }) => name === `${segment}.gz`)?.key ?? '';
  }

  beforeAll(async () => {
    if (!hasDebianServer) return;
    server.make(`--wal-segsize=${size}`);
    server.goOnWith(early);
    server.start();
    await server.ask('create role association login');
    await closeDatabase();
    set();
    openDatabase({ host: folder, user: 'association', database: 'postgres', ssl: false });
    await claimStore(await openBackupStore(''));
    server.baseBackup();
    for (let more = 0; more < 4; more += 1) segments.push(await server.archiveNow());
    await storeWal();
  });
  beforeEach(set);
  afterAll(async () => {
    await closeDatabase();
    try {
      if (hasDebianServer) server.stop();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  // One history of a server, told in its order.
  describe('of which all is stored', { shuffle: false }, () => {
    test('has its log fetched across four gigabytes', async ({ skip }) => {
      if (!hasDebianServer) skip(whatIsMissing);
      expect(await fetched('whole')).toEqual([
        expect.stringContaining('and the log after it are in'),
      ]);
      const names = readdirSync(join(folder, 'whole'));
      for (const name of [last, segments.at(-1)]) expect(names).toContain(`${name}.gz`);
      expect(segments.at(-1)).toMatch(/^0000000100000001000000/);
    });

    test('has a missing segment named', async ({ skip }) => {
      if (!hasDebianServer) skip(whatIsMissing);
      const missing = segments.at(-2) ?? '';
      await (await openBackupStore('')).delete(await keyOf(missing));
      expect(await fetched('with-gap')).toEqual([
        expect.stringContaining(`The log is not whole: ${missing} is missing.`),
      ]);
    });

    test('has a damaged beginning named', async ({ skip }) => {
      if (!hasDebianServer) skip(whatIsMissing);
      const names = readdirSync(join(folder, 'whole')).filter((name) =>
        /^[0-9A-F]{24}\.gz$/.test(name),
      );
      const [first = ''] = names.toSorted().map((name) => name.slice(0, 24));
      const path = join(folder, 'store', await keyOf(first));
      const whole = readFileSync(path);
      for (const damaged of [whole.subarray(0, 20), gzipSync('no segment')]) {
        writeFileSync(path, damaged);
        expect(await fetched('damaged')).toEqual([
          expect.stringContaining(`${first}.gz of the log is damaged.`),
        ]);
      }
    });
  });
});
