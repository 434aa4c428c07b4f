import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDatabase, openDatabase, pool } from '~/db/db.server';
import { trialBuild } from '../tests/support/site/trial-build';
import { pageHandler } from './page-handler';

const handle = pageHandler(() => trialBuild({ renders: 0 }), 'production');

const ask = (path: string) =>
  handle(new Request(`https://association.example${path}`), {
    requestId: randomUUID(),
    nonce: 'nonce',
    clientAddress: '127.0.0.1',
  });

let connectionString: string | undefined;

beforeEach(async () => {
  ({ connectionString } = pool().options);
  await closeDatabase();
  // Nobody listens at this port.
  openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' });
});

afterEach(async () => {
  await closeDatabase();
  openDatabase({ connectionString });
});

test('a page whose content cannot be loaded says that the site is not available', async () => {
  expect((await ask('/news/any')).status).toBe(503);
});

test('a page that needs no database is shown', async () => {
  expect((await ask('/plain')).status).toBe(200);
});
