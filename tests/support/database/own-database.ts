import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { closeDatabase, openDatabase } from '~/db/db.server';
import { reloadAssociation } from '~/platform/association.server';
import { startJobQueue, stopJobQueue } from '~/platform/jobs/job-queue.server';
import { addressOf, createDatabase, dropDatabase, templateOf } from './database-server';

const server = inject('databaseServer');
const database = `${server.prefix}_${randomBytes(6).toString('hex')}`;

/** Makes the database of this test file, with the schema and nothing else in it, and opens it. */
export async function openOwnDatabase(): Promise<void> {
  await createDatabase(server, database, templateOf(server));
  openDatabase({ connectionString: addressOf(server, database) });
  // What this process remembers of the file before, and with it the sign-in library bound to its database.
  await reloadAssociation();
  // Its queues are in the template.
  await startJobQueue([], { work: false });
}

export async function dropOwnDatabase(): Promise<void> {
  await stopJobQueue();
  await closeDatabase();
  await dropDatabase(server, database);
}

/** For tests that need to know everything there is in the database, called before each of them. */
export async function renewDatabase(): Promise<void> {
  await dropOwnDatabase();
  await openOwnDatabase();
}
