import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, expect, inject, test } from 'vitest';
import {
  addressOf,
  createDatabase,
  dropDatabase,
  templateOf,
} from '../../../../tests/support/database/database-server';
import { sendThroughKills } from '../../../../tests/support/mail/newsletter-rounds';

const server = inject('databaseServer');
const database = `${server.prefix}_kills_${randomBytes(4).toString('hex')}`;
const folder = mkdtempSync(join(tmpdir(), 'newsletter-'));
chmodSync(folder, 0o755);

afterAll(async () => {
  await dropDatabase(server, database);
  rmSync(folder, { recursive: true, force: true });
});

test('a killed process sends to no address twice, and leaves none out', async () => {
  await createDatabase(server, database, templateOf(server));
  const { times, counts, uncertain, trouble, killedAt } = await sendThroughKills({
    addresses: 200,
    kills: 2,
    dataDirectory: folder,
    database: addressOf(server, database),
  });
  expect(killedAt).toHaveLength(2);
  expect(trouble.putOff).toBeGreaterThan(0);
  const { sent = 0, uncertain: unknown = 0, ...others } = counts;
  expect(others).toEqual({});
  expect(sent + unknown).toBe(200);
  expect(uncertain).toHaveLength(unknown);
  // Nothing twice; and what is missing, if a kill fell between two lines of code, is told.
  const { 0: missing = 0, 1: once = 0, ...several } = times;
  expect(several).toEqual({});
  expect(missing).toBeLessThanOrEqual(unknown);
  expect(once + missing).toBe(200);
});
