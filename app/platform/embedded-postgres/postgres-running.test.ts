import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { findRunningPostgres } from './postgres-running.server';
import { makeTrialPlace } from '../../../tests/support/database/postgres-trial';

test('the database of a site that runs is found by what it notes, and answers', async () => {
  const place = makeTrialPlace();
  try {
    expect(findRunningPostgres(place.directory)).toBeNull();
    const directory = join(place.folder, `it's "a, b"`, 'postgres');
    const database = await place.start(directory);
    const found = findRunningPostgres(directory);
    expect(found).toEqual(database.connection());
    const client = new Client(found ?? {});
    await client.connect();
    const { rows } = await client.query('select current_user as role');
    await client.end();
    expect(rows).toEqual([{ role: 'association' }]);
    await database.stop();
    expect(findRunningPostgres(directory)).toBeNull();
  } finally {
    await place.close();
  }
});
