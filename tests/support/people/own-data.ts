import type { SignedInActor } from '~/policy/actor';
import { exportOwnData } from '~/features/compliance/own-data/own-data.server';
import type { RetentionRow } from '~/policy/retention/retention.server';

/** All records of an export of someone's own data, table by table. */
export async function exportedRecords(actor: SignedInActor) {
  const { parts, release } = await exportOwnData(actor);
  const held: { row: RetentionRow; records: Record<string, unknown>[] }[] = [];
  for (const { row, batches } of parts) {
    const records: Record<string, unknown>[] = [];
    for await (const batch of batches()) records.push(...batch);
    held.push({ row, records });
  }
  await release();
  return held;
}
