import { afterAll, beforeAll, beforeEach } from 'vitest';
import { configure, removeDataDirectory } from './configure';
import { dropOwnDatabase, openOwnDatabase } from './own-database';

/** Every test file gets a database, a data directory and a configuration of its own. */
beforeAll(async () => {
  configure();
  await openOwnDatabase();
});

beforeEach(() => configure());

afterAll(async () => {
  await dropOwnDatabase();
  removeDataDirectory();
});
