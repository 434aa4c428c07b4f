/** Which setting keeps a database server of one's own from archiving its log, on PostgreSQL 15. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { config, setConfig } from '~/config/config.server';
import { closeDatabase, openDatabase, pool } from '~/db/db.server';
import { findArchivingOff } from '~/features/operations/backup/wal/server-archiving.server';
import { configure } from '../support/database/configure';
import { debianServer, hasDebianServer, whatIsMissing } from '../support/database/debian-server';

const folder = mkdtempSync(join(tmpdir(), 'server-archiving-'));
const server = debianServer(folder);
const databaseUrl = 'postgresql://association@/postgres';
const found = () => findArchivingOff((text) => pool().query(text));

const set = (walArchive?: string) => {
  configure(walArchive ? { WAL_ARCHIVE: walArchive } : {});
  setConfig({ ...config(), databaseUrl });
};

/** Changes settings of the server, which has them after a restart. */
async function restartWith(settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await server.ask(`alter system set ${name} = '${value}'`);
  await closeDatabase();
  server.stop();
  server.start();
  openDatabase({ host: folder, user: 'association', database: 'postgres', ssl: false });
}

beforeAll(async () => {
  if (!hasDebianServer) return;
  server.make();
  server.start();
  await server.ask('create role association login');
});
beforeEach(() => set(server.wal));
afterAll(async () => {
  await closeDatabase();
  try {
    if (hasDebianServer) server.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a server that archives has nothing said of it', async ({ skip }) => {
  if (!hasDebianServer) skip(whatIsMissing);
  await restartWith({ archive_mode: 'on', archive_command: `cp %p ${server.wal}/%f` });
  expect(await found()).toBeNull();
  await restartWith({ archive_command: '', archive_library: 'basic_archive' });
  expect(await found()).toBeNull();
  await restartWith({ archive_library: '' });
});

test('archive_mode that is off is named, where the log is to be kept', async ({ skip }) => {
  if (!hasDebianServer) skip(whatIsMissing);
  await restartWith({ archive_mode: 'off' });
  expect(await found()).toBe('health.backup.archive-mode');
  set();
  expect(await found()).toBeNull();
  set(server.wal);
  setConfig({ ...config(), databaseUrl: undefined });
  expect(await found()).toBeNull();
});

test('an archive_command that is empty is named', async ({ skip }) => {
  if (!hasDebianServer) skip(whatIsMissing);
  await restartWith({ archive_mode: 'on', archive_command: '', archive_library: '' });
  expect(await found()).toBe('health.backup.archive-command');
});

test('an account that may not read the settings says nothing wrong', async ({ skip }) => {
  if (!hasDebianServer) skip(whatIsMissing);
  await restartWith({ archive_mode: 'off' });
  await server.ask('revoke select on pg_settings from public');
  try {
    expect(await found()).toBeNull();
  } finally {
    await server.ask('grant select on pg_settings to public');
  }
  expect(await found()).toBe('health.backup.archive-mode');
});
