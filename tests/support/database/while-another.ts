import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { db, transaction, type Transaction } from '~/db/db.server';

const waiting = sql`select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

const patience = { timeout: 30_000 };

/**
 * Does something while another transaction has written and not ended: it has looked at what was there
 * before, and comes upon the other. Then the other ends.
 * @returns what came of it
 */
export async function whileAnother<T>(
  writes: (tx: Transaction) => Promise<unknown>,
  deed: () => Promise<T>,
): Promise<PromiseSettledResult<T> | undefined> {
  const begun = await transaction(async (tx) => {
    await writes(tx);
    let isOver = false;
    const outcome = Promise.allSettled([deed()]).finally(() => {
      isOver = true;
    });
    await vi.waitFor(async () => {
      if (isOver || (await db().execute(waiting)).rowCount) return;
      throw new Error('It has not come so far');
    }, patience);
    return { outcome };
  });
  return (await begun.outcome)[0];
}
