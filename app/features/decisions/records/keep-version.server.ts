import { schema, type Transaction } from '~/db/db.server';
import { newId } from '~/lib/new-id';
import type { Actor } from '~/policy/actor';

const { decisionRecords, decisionVersions } = schema;

export type DecisionRecord = typeof decisionRecords.$inferSelect;

/** Keeps what a decision was, before it is changed: its facts, not who wrote them. */
export async function keepVersion(
  tx: Transaction,
  actor: Actor,
  before: DecisionRecord,
): Promise<void> {
  const { search: _, keys: __, procedureKeys: ___, citedBy: _cited, ...kept } = before;
  const { citedByPublic: _publicly, citationsFrom: _texts, ...rest } = kept;
  const { createdBy: _by, updatedBy: _changedBy, ...content } = rest;
  const { id: decision, version: number } = before;
  await tx
    .insert(decisionVersions)
    .values({ id: newId(), decision, number, content, createdBy: actor.id });
}
