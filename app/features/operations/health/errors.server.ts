import { sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { restoreErrors, drainErrors } from '~/platform/log/error-count.server';
import type { Reading } from './health-check';

const { errorCounts } = schema;

/** Failed requests and jobs in an hour. */
const perHour = { attention: 5, bad: 25 };

/** Adds what this process has counted since the last time to what all nodes have. */
export async function saveErrorCount(): Promise<void> {
  const errors = drainErrors();
  if (errors === 0) return;
  try {
    await db()
      .insert(errorCounts)
      .values({ minute: sql`date_trunc('minute', now())`, errors })
      .onConflictDoUpdate({
        target: errorCounts.minute,
        set: { errors: sql`${errorCounts.errors} + excluded.errors` },
      });
  } catch (error) {
    restoreErrors(errors);
    throw error;
  }
}

/** How many requests and jobs failed in the last hour, on all nodes. */
export async function readErrors(): Promise<Reading> {
  await saveErrorCount();
  const [found] = await db()
    .select({ errors: sql<number>`coalesce(sum(${errorCounts.errors}), 0)::int` })
    .from(errorCounts)
    .where(sql`${errorCounts.minute} > now() - interval '1 hour'`);
  const errors = found?.errors ?? 0;
  const verdict =
    errors >= perHour.bad ? 'bad' : errors >= perHour.attention ? 'attention' : 'good';
  return {
    verdict,
    advice: verdict === 'good' ? 'health.errors.good' : 'health.errors.many',
    facts: [{ label: 'health.last-hour', value: errors, metric: 'site_errors_last_hour' }],
  };
}
