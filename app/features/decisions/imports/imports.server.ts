import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, schema, type Transaction, transaction, takeTurn } from '~/db/db.server';
import { fullName } from '~/db/full-name.server';
import { identifierKey } from '~/features/citations/ecli';
import { settleProposals } from '~/features/decisions/proposals/settle-proposals.server';
import { keepVersion } from '~/features/decisions/records/keep-version.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { isUuid } from '~/lib/is-uuid';
import { newId } from '~/lib/new-id';
import { retentionPeriods } from '~/lib/time/retention-periods';
import { invalidateTags } from '~/platform/page-invalidation.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { importLimits, type ImportReport } from './import-report';
import { keepFormerIdentifier } from './former-identifier.server';
import { type ImportPlan, type PlannedRow, planImport } from './plan-import.server';
import { ImportFileError, readImport } from './read-import.server';
import { lacksEarlierCourt } from './undo-import.server';

const {
  decisionCitations: citations,
  decisionImportItems: items,
  decisionImports: imports,
  decisionRecords: records,
  users,
} = schema;

/** How many rows one statement writes. */
const batchSize = 200;
const citationBatch = 5_000;

/**
 * Takes decisions from a file: new ones are added as checked, those that are here are changed, each with
 * a version of what it was. All of it happens, or nothing; it is noted, so that it can be undone.
 * @param file text of a file as JSON, JSON Lines or CSV, with the names that exports have, or as XML
 *   with ECLI metadata
 * @throws ImportFileError when the file cannot be read
 */
export async function importDecisions(
  actor: Actor,
  file: string,
  { isDryRun, fileName }: { isDryRun: boolean; fileName: string },
): Promise<ImportReport> {
  authorise(actor, 'decision.manage');
  return transaction(async (tx) => {
    await afterOtherImports(tx);
    const plan = await planImport(tx, file, { isDryRun });
    const report = reportOf(plan);
    if (isDryRun || !isPossible(report)) return report;
    const id = newId();
    const createdBy = actor.id;
    await tx.insert(imports).values({ id, createdBy, fileName, expiresAt: inDays('pastImport') });
    await carryOut(tx, actor, { id, plan });
    return report;
  });
}

export function reportOf({ rows, errors }: Pick<ImportPlan, 'rows' | 'errors'>): ImportReport {
  const added = rows.filter(({ before }) => before === null).length;
  const changed = rows.filter(({ changes }) => changes.length > 0).length;
  return { added, changed, unchanged: rows.length - added - changed, errors };
}

const isPossible = ({ added, changed, errors }: ImportReport) =>
  errors.length === 0 && added + changed > 0;

/** Imports come one after the other: the second sees what the first has brought. */
const afterOtherImports = (tx: Transaction) => takeTurn(tx, 'imports of decisions');

const inDays = (period: 'preparedImport' | 'pastImport') =>
  new Date(Date.now() + retentionPeriods[period] * 86_400_000);

async function carryOut(
  tx: Transaction,
  actor: Actor,
  { id, plan }: { id: string; plan: ImportPlan },
): Promise<void> {
  const fresh: (PlannedRow['columns'] & { id: string })[] = [];
  const cited: { citing: string; identifier: string; import: string }[] = [];
  for (const { before, columns, cites } of plan.rows) {
    const citing = before?.id ?? newId();
    if (!before) fresh.push({ ...columns, id: citing });
    cited.push(...cites.map((identifier) => ({ citing, identifier, import: id })));
  }
  const by = { createdBy: actor.id, updatedBy: actor.id };
  for (let at = 0; at < fresh.length; at += batchSize) {
    const batch = fresh.slice(at, at + batchSize);
    await tx
      .insert(records)
      .values(batch.map((columns) => ({ ...columns, ...by, state: 'checked' as const })));
    await tx
      .insert(items)
      .values(batch.map(({ id: decision }) => ({ import: id, decision, before: null, after: 1 })));
  }
  const changed = plan.rows.filter(({ changes }) => changes.length > 0);
  for (const row of changed) await change(tx, actor, { id, row });
  // After all of the decisions, each of which may cite a later one.
  for (let at = 0; at < cited.length; at += citationBatch) {
    await tx
      .insert(citations)
      .values(cited.slice(at, at + citationBatch))
      .onConflictDoNothing();
  }
  const counts = { added: fresh.length, changed: changed.length };
  await tx
    .update(imports)
    .set({
      ...counts,
      source: null,
      importedAt: new Date(),
      createdBy: actor.id,
      expiresAt: inDays('pastImport'),
    })
    .where(eq(imports.id, id));
  await settleProposals(
    tx,
    actor,
    fresh.map((one) => one.id),
  );
  await invalidateTags(tx, 'decisions');
  const changes = { added: { to: counts.added }, changed: { to: counts.changed } };
  await appendAudit(tx, actor, { action: 'decision.import', target: targetOf(id), changes });
}

const targetOf = (id: string) => ({ kind: 'decision-import', id });

async function change(
  tx: Transaction,
  actor: Actor,
  { id, row: { before, columns } }: { id: string; row: PlannedRow },
): Promise<void> {
  if (!before) return;
  await keepVersion(tx, actor, before);
  const { id: decision, version } = before;
  const { identifier, ...others } = columns;
  const isRenamed = identifierKey(identifier) !== identifierKey(before.identifier);
  const facts = isRenamed ? columns : others;
  const after = version + 1;
  await tx
    .update(records)
    .set({ ...facts, version: after, updatedAt: new Date(), updatedBy: actor.id })
    .where(eq(records.id, decision));
  const documents = isRenamed
    ? await keepFormerIdentifier(tx, actor, { record: before, to: identifier })
    : [];
  await tx.insert(items).values({ import: id, decision, before: version, after, documents });
}

/**
 * Keeps a file to be looked at before it is imported.
 * @returns its id
 * @throws ImportFileError when it cannot be read, or has more rows than fit a page
 */
export async function prepareImport(
  actor: Actor,
  { fileName, text }: { fileName: string; text: string },
): Promise<string> {
  authorise(actor, 'decision.manage');
  if (readImport(text).objects.length > importLimits.rows)
    throw new ImportFileError('form.import-too-many');
  const id = newId();
  const row = { id, createdBy: actor.id, fileName, source: text };
  await db()
    .insert(imports)
    .values({ ...row, expiresAt: inDays('preparedImport') });
  return id;
}

/** A file that waits to be imported, with what it would do just now. */
export async function foreseeImport(actor: Actor, id: string) {
  authorise(actor, 'decision.manage');
  return transaction(async (tx) => {
    const { source } = await findImport(tx, id);
    return source === null ? null : planImport(tx, source, { isDryRun: true });
  });
}

async function findImport(tx: Transaction, id: string, isLocking = false) {
  const query = tx.select().from(imports).where(eq(imports.id, id));
  const [found] = isUuid(id) ? await (isLocking ? query.for('update') : query) : [];
  if (!found) throw new AppError('error.not-found');
  return found;
}

/**
 * Imports a file that was looked at.
 * @param digest of what it was said to do
 * @throws AppError `error.decision-import.changed` when it would do something else by now,
 *   `error.decision-import.not-possible` when it has mistakes, or has been imported
 */
export async function runImport(actor: Actor, id: string, digest: string): Promise<void> {
  authorise(actor, 'decision.manage');
  await transaction(async (tx) => {
    await afterOtherImports(tx);
    const { source } = await findImport(tx, id, true);
    if (source === null) throw new AppError('error.decision-import.not-possible');
    const plan = await planImport(tx, source, { isDryRun: false });
    if (plan.digest !== digest) throw new AppError('error.decision-import.changed');
    if (!isPossible(reportOf(plan))) throw new AppError('error.decision-import.not-possible');
    await carryOut(tx, actor, { id, plan });
  });
}

/** Forgets a file that was looked at and shall not be imported. */
export async function discardImport(actor: Actor, id: string): Promise<void> {
  authorise(actor, 'decision.manage');
  await transaction(async (tx) => {
    const { source } = await findImport(tx, id, true);
    if (source === null) throw new AppError('error.decision-import.not-possible');
    await tx.delete(imports).where(eq(imports.id, id));
  });
}

/** The imports of the last year and the files that wait, newest first. */
export async function listImports(actor: Actor) {
  authorise(actor, 'decision.manage');
  return selectImports().orderBy(desc(imports.createdAt)).limit(200);
}

function selectImports() {
  const { source: _, ...shown } = getTableColumns(imports);
  const undoers = alias(users, 'undoers');
  return db()
    .select({ ...shown, writer: fullName(users), undoer: fullName(undoers) })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.createdBy))
    .leftJoin(undoers, eq(undoers.id, imports.undoneBy));
}

/**
 * An import with the decisions that it brought or changed; of one that was undone, those that were left
 * as they are.
 * @throws AppError `error.not-found`
 */
export async function getImport(actor: Actor, id: string) {
  authorise(actor, 'decision.manage');
  const [found] = isUuid(id) ? await selectImports().where(eq(imports.id, id)) : [];
  if (!found) throw new AppError('error.not-found');
  const touched = await db()
    .select({
      id: records.id,
      identifier: records.identifier,
      names: records.names,
      caseNumbers: records.caseNumbers,
      isNew: sql<boolean>`${items.before} is null`,
      isEdited: sql<boolean>`${records.version} <> ${items.after}`,
      lacksEarlierCourt,
    })
    .from(items)
    .innerJoin(records, eq(records.id, items.decision))
    .where(eq(items.import, id))
    .orderBy(records.identifier);
  return { ...found, touched };
}
