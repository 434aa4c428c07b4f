import { sessionPool } from '~/db/db.server';
import { noteRepeatedEvent } from '~/platform/security-events.server';
import { AppError } from '~/policy/errors';

/** First number of the advisory locks: an export of one person at a time, over all nodes. */
const exportLock = 7_413_110;
/** Exports that one process makes at once; each keeps a connection to the database. */
const maxConcurrent = 2;

const running = new Set<string>();

/**
 * Takes one of the places for exports in this process, and the person's own on all nodes: a lock
 * of a session, not of a transaction, since a download may take hours.
 * @returns gives both back
 * @throws AppError `error.export.running`, `error.export.busy`
 */
export async function acquireExportSlot(userId: string): Promise<() => Promise<void>> {
  if (running.has(userId)) throw refusal(userId, 'error.export.running');
  if (running.size >= maxConcurrent) throw refusal(userId, 'error.export.busy');
  running.add(userId);
  try {
    const unlock = await lockPerson(userId);
    return async () => {
      await unlock();
      running.delete(userId);
    };
  } catch (error) {
    running.delete(userId);
    throw error;
  }
}

function refusal(userId: string, code: 'error.export.running' | 'error.export.busy'): AppError {
  const noted = { event: 'load.refuse', outcome: 'refused', detail: 'export' } as const;
  void noteRepeatedEvent({ ...noted, userId });
  return new AppError(code);
}

async function lockPerson(userId: string): Promise<() => Promise<void>> {
  const client = await sessionPool().connect();
  const ask = async (query: string): Promise<boolean> => {
    const { rows } = await client.query<{ done: boolean }>(
      `select ${query}($1, hashtext($2)) as done`,
      [exportLock, userId],
    );
    return rows[0]?.done === true;
  };
  // If unlocking fails, closing the connection releases the lock.
  const isLocked = await ask('pg_try_advisory_lock').catch((error: unknown) => {
    client.release(true);
    throw error;
  });
  if (!isLocked) {
    client.release();
    throw refusal(userId, 'error.export.running');
  }
  return () =>
    ask('pg_advisory_unlock').then(
      (isDone) => client.release(!isDone),
      () => client.release(true),
    );
}
