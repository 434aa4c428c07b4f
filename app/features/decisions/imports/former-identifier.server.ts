import { and, eq, sql } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import { moveDocuments } from '~/features/decisions/editor/merging.server';
import type { DecisionRecord } from '~/features/decisions/records/keep-version.server';
import { newId } from '~/lib/new-id';
import type { Actor } from '~/policy/actor';

const { decisionRecords: records } = schema;

type Renamed = { record: DecisionRecord; to: string };

/**
 * After a record without an ECLI got one: its old address leads to it, as that of a merged one does, and its
 * documents name the ECLI. What only waits has no address yet.
 * @returns the ids of these documents
 */
export async function keepFormerIdentifier(
  tx: Transaction,
  actor: Actor,
  { record, to }: Renamed,
): Promise<string[]> {
  const { identifier, court, decidedOn, type, visibility, caseNumbers, names } = record;
  if (record.state === 'checked')
    await tx.insert(records).values({
      identifier,
      court,
      decidedOn,
      type,
      visibility,
      caseNumbers,
      names,
      id: newId(),
      isEcli: false,
      state: 'withdrawn',
      mergedInto: record.id,
      createdBy: actor.id,
      updatedBy: actor.id,
    });
  return moveDocuments(tx, actor, { from: identifier, to });
}

/**
 * Before a record gets its earlier identifier back, whose address led to it meanwhile.
 * @param documents that named it: others that name the ECLI keep that
 */
export async function releaseFormerIdentifier(
  tx: Transaction,
  actor: Actor,
  { record, to, documents }: Renamed & { documents: readonly string[] },
): Promise<void> {
  const isLeft = sql`upper(${records.identifier}) = upper(${to})`;
  await tx.delete(records).where(and(eq(records.mergedInto, record.id), isLeft));
  await moveDocuments(tx, actor, { from: record.identifier, to, among: documents });
}
