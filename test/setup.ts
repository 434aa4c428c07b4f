import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { closeDatabase, openDatabase } from '~/db/db.server';
import { jobs } from '~/jobs.server';
import { startJobQueue, stopJobQueue } from '~/platform/job-queue.server';
import { closeMailTransport } from '~/platform/mail.server';
import { configure, removeDataDirectory } from './configure';
import { addressOf, createDatabase, dropDatabase, templateOf } from './database-server';

/** Every test file gets a database, a data directory and a configuration of its own. */
const server = inject('databaseServer');
const database = `${server.prefix}_${randomBytes(6).toString('hex')}`;

beforeAll(async () => {
  const t0 = performance.now();
  configure();
  await createDatabase(server, database, templateOf(server));
  const t1 = performance.now();
  openDatabase({ connectionString: addressOf(server, database) });
  await startJobQueue(jobs, { work: false });
  console.log('create', t1 - t0, 'boss', performance.now() - t1);
});

beforeEach(() => configure());

afterAll(async () => {
  await stopJobQueue();
  closeMailTransport();
  await closeDatabase();
  await dropDatabase(server, database);
  removeDataDirectory();
});
