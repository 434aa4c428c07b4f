import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { schema, transaction } from '~/db/db.server';
import { appendAudit, type JobActor } from '~/features/identity/audit/audit.server';
import { retentionPeriods } from '~/lib/time/retention-periods';

const { decisionRecords: records } = schema;

const nightly: JobActor = { job: 'nightly-tidying' };

/**
 * Removes for good what was withdrawn long enough ago, with its earlier versions; run by the nightly
 * job. What was merged stays for its address, as long as the decision that it has become part of.
 */
export async function removeWithdrawnDecisions(): Promise<void> {
  await transaction(async (tx) => {
    const removed = await tx
      .delete(records)
      .where(
        and(
          eq(records.state, 'withdrawn'),
          isNull(records.mergedInto),
          lt(
            records.updatedAt,
            sql`now() - make_interval(days => ${retentionPeriods.withdrawnDecision})`,
          ),
          sql`not exists (select from ${records} as merged where merged.merged_into = ${records.id})`,
        ),
      )
      .returning({ id: records.id });
    for (const { id } of removed) {
      const target = { kind: 'decision', id };
      await appendAudit(tx, nightly, { action: 'decision.remove', target });
    }
  });
}
