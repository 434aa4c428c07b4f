import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { closeDatabase, openDatabase } from '~/db/db.server';
import { startJobQueue, stopJobQueue } from '~/platform/job-queue.server';
import { configure, removeDataDirectory } from './configure';
import { addressOf, createDatabase, dropDatabase, templateOf } from './database-server';

/** Every test file gets a database, a data directory and a configuration of its own. */
const server = inject('databaseServer');
const database = `${server.prefix}_${randomBytes(6).toString('hex')}`;

beforeAll(async () => {
  configure();
  await createDatabase(server, database, templateOf(server));
  openDatabase({ connectionString: addressOf(server, database) });
  // Its queues are in the template.
  await startJobQueue([], { work: false });
});

beforeEach(() => configure());

afterAll(async () => {
  await stopJobQueue();
  await closeDatabase();
  await dropDatabase(server, database);
  removeDataDirectory();
});
