import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { config } from '~/config/config.server';
import { db, pool, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { findRunningPostgres } from '~/platform/embedded-postgres/postgres-running.server';
import { asSuperuser } from '~/platform/embedded-postgres/postgres-server.server';

/** What tests of recoveries do to the embedded database of a site that archives its log. */

export const accountEmails = async () =>
  (await db().select({ email: schema.users.email }).from(schema.users))
    .map(({ email }) => email)
    .toSorted();

/** Adds an account. @returns a moment after it, and before whatever comes next */
export async function addAccount(name: string): Promise<Date> {
  await makeUser(db(), { email: `${name}@court.example` });
  const { rows } = await pool().query<{ now: Date }>('select clock_timestamp() as now');
  // The recovery counts in milliseconds, so the next change has to be in another one.
  await sleep(5);
  return new Date((rows[0]?.now.getTime() ?? 0) + 2);
}

/**
 * Ends the segment that is being written, which otherwise happens every five minutes, and waits until
 * it is in the archive.
 * @returns its name
 */
export async function archiveNow(archive: string): Promise<string> {
  const { host } = findRunningPostgres(join(config().dataDirectory, 'postgres')) ?? { host: '' };
  let segment = '';
  await asSuperuser(host, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select pg_walfile_name(pg_switch_wal()) as name',
    );
    segment = rows[0]?.name ?? '';
  });
  const isThere = () =>
    readdirSync(archive, { recursive: true }).some((path) =>
      String(path).endsWith(`${segment}.gz`),
    );
  while (!isThere()) await sleep(50);
  return segment;
}
