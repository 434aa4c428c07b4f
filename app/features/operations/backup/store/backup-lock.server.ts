import { sessionPool } from '~/db/db.server';

/** Advisory locks of this database, one for each kind of work that is done once at a time. */
export const backupLocks = { backup: 7_413_018, wal: 7_413_019 };

/**
 * Does the work unless it is being done elsewhere. The lock ends with its connection, so one that was
 * killed never stands in the way.
 * @returns null where it is being done just now
 */
export async function oneAtATime<Result>(
  lock: keyof typeof backupLocks,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const client = await sessionPool().connect();
  const id = backupLocks[lock];
  try {
    const { rows } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_lock(${id}) as free`,
    );
    if (!rows[0]?.free) return null;
    try {
      return await work();
    } finally {
      await client.query(`select pg_advisory_unlock(${id})`).catch(() => undefined);
    }
  } finally {
    // A connection that broke meanwhile is not given back.
    client.release(true);
  }
}
