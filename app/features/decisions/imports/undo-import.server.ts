import { and, eq, type SQL, sql } from 'drizzle-orm';
import { schema, type Transaction, transaction } from '~/db/db.server';
import { reopenProposals } from '~/features/decisions/proposals/settle-proposals.server';
import { type DecisionRecord, keepVersion } from '~/features/decisions/records/keep-version.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { isUuid } from '~/lib/is-uuid';
import { invalidateTags } from '~/platform/page-invalidation.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { importedFields } from './import-report';
import { releaseFormerIdentifier } from './former-identifier.server';

const {
  courts,
  decisionCitations: citations,
  decisionImportItems: items,
  decisionImports: imports,
  decisionRecords: records,
  decisionVersions: versions,
} = schema;

/** That the court of the earlier version has been deleted since, so that nothing can return to it. */
export const lacksEarlierCourt: SQL<boolean> = sql<boolean>`exists (select from ${versions}
  where ${versions.decision} = ${items.decision} and ${versions.number} = ${items.before}
    and not exists (select from ${courts} where ${courts.code} = ${versions.content} ->> 'court'))`;

/**
 * Takes an import back: what it brought is removed, and proposed again where members had proposed it;
 * what it changed gets its earlier content, as a further version. What was edited since, or cannot return as
 * its earlier court is deleted, stays as it is, and stays noted.
 * @throws AppError `error.not-found`, `error.decision-import.not-possible` when it was undone already
 */
export async function undoImport(actor: Actor, id: string): Promise<void> {
  authorise(actor, 'decision.manage');
  await transaction(async (tx) => {
    const [found] = isUuid(id)
      ? await tx.select().from(imports).where(eq(imports.id, id)).for('update')
      : [];
    if (!found) throw new AppError('error.not-found');
    if (!found.importedAt || found.undoneAt)
      throw new AppError('error.decision-import.not-possible');
    const untouched = await lockUntouched(tx, id);
    const brought = untouched.flatMap(({ item, record }) =>
      item.before === null ? record.id : [],
    );
    await reopenProposals(tx, brought);
    // One parameter: an import on the command line may have brought more than a statement can have.
    await tx.delete(records).where(sql`${records.id} = any(${sql.param(brought)}::uuid[])`);
    const changed = untouched.flatMap(({ item, record }) =>
      item.before === null ? [] : record.id,
    );
    await tx
      .delete(citations)
      .where(
        and(
          eq(citations.import, id),
          sql`${citations.citing} = any(${sql.param(changed)}::uuid[])`,
        ),
      );
    let restored = 0;
    for (const { item, record } of untouched) {
      if (item.before === null) continue;
      await restore(tx, actor, { item, record, to: item.before });
      restored += 1;
    }
    await tx
      .update(imports)
      .set({ undoneAt: new Date(), undoneBy: actor.id })
      .where(eq(imports.id, id));
    await invalidateTags(tx, 'decisions');
    const changes = { removed: { to: brought.length }, restored: { to: restored } };
    const target = { kind: 'decision-import', id };
    await appendAudit(tx, actor, { action: 'decision.undo-import', target, changes });
  });
}

/** What was not edited since, and what can return to an earlier version of it. */
async function lockUntouched(tx: Transaction, id: string) {
  // Nobody deletes a court meanwhile to which something returns.
  await tx.execute(sql`select from ${courts} where ${courts.code} in (
    select ${versions.content} ->> 'court' from ${versions}
      join ${items} on ${items.decision} = ${versions.decision} and ${items.before} = ${versions.number}
      where ${items.import} = ${id}) order by ${courts.code} for key share`);
  return tx
    .select({ item: items, record: records })
    .from(items)
    .innerJoin(records, eq(records.id, items.decision))
    .where(
      and(eq(items.import, id), eq(records.version, items.after), sql`not ${lacksEarlierCourt}`),
    )
    .orderBy(records.id)
    .for('update', { of: records });
}

type Item = typeof items.$inferSelect;

async function restore(
  tx: Transaction,
  actor: Actor,
  { item, record, to }: { item: Item; record: DecisionRecord; to: number },
): Promise<void> {
  const [version] = await tx
    .select({ content: versions.content })
    .from(versions)
    .where(and(eq(versions.decision, record.id), eq(versions.number, to)));
  if (!version) throw new Error(`Decision ${record.id} has no version ${to}`);
  await keepVersion(tx, actor, record);
  const { identifier } = version.content;
  const isRenamed = identifier !== undefined && identifier !== record.identifier;
  if (isRenamed)
    await releaseFormerIdentifier(tx, actor, { record, to: identifier, documents: item.documents });
  const after = record.version + 1;
  await tx
    .update(records)
    .set({
      ...importedFacts(version.content),
      ...(isRenamed ? { identifier, isEcli: false } : {}),
      version: after,
      updatedAt: new Date(),
      updatedBy: actor.id,
    })
    .where(eq(records.id, record.id));
  await tx.delete(items).where(and(eq(items.import, item.import), eq(items.decision, record.id)));
  // It is again what an earlier import made of it, which can thus be undone too.
  await tx
    .update(items)
    .set({ after })
    .where(and(eq(items.decision, record.id), eq(items.after, to)));
}

/** What an import may change of a decision. */
const importedNames = Object.keys(importedFields).filter((name) => name !== 'identifier');

function importedFacts(content: Partial<DecisionRecord>): Partial<DecisionRecord> {
  return Object.fromEntries(
    Object.entries(content).filter(([name]) => importedNames.includes(name)),
  );
}
