import { and, eq, inArray, sql } from 'drizzle-orm';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { type DecisionRecord, keepVersion } from '~/features/decisions/records/keep-version.server';
import { moveFollows } from '~/features/decisions/following/following.server';
import { moveProposals } from '~/features/decisions/proposals/settle-proposals.server';
import { withoutRepeats } from '~/features/decisions/procedure/procedure-kinds';
import { isPublishedAfterwards } from '~/features/decisions/records/decision-fields';
import { headnotesLast, summaryKey } from '~/features/decisions/records/headnotes';
import { isUuid } from '~/lib/is-uuid';
import { invalidateTags } from '~/platform/page-invalidation.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { citationsOf } from '~/features/library/details/resource-citations';
import { aboutOwner, publishFolderChanges } from '~/features/library/resources/resources.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { change, findRecord, getRecord, lockRecord, note } from './editor.server';

const { decisionCitations: citations, decisionRecords: records, intranetResources } = schema;

const isDocumentOf = (identifier: string) =>
  sql`upper(${intranetResources.metadata} #>> '{judgment,ecli}') = upper(${identifier})`;

/**
 * What merging a record into another would move, and how many summaries it would leave behind.
 * @param into ECLI or identifier of the record that is kept
 * @returns that, or why it cannot be merged into that one
 * @throws AppError `error.decision.not-possible` for a record that is withdrawn or merged
 */
export async function foreseeMerge(actor: Actor, id: string, into: string) {
  authorise(actor, 'decision.manage');
  const [record, kept] = await Promise.all([getRecord(actor, id), findRecord(actor, into)]);
  if (!kept) return { refused: 'form.merge-unknown' } as const;
  const other = await getRecord(actor, kept.id);
  const refused = whyNotMergeable(record, other);
  if (refused) return { refused };
  const [cites, citedBy, documents] = await Promise.all([
    db().$count(citations, eq(citations.citing, id)),
    db().$count(citations, eq(citations.cited, id)),
    db().$count(intranetResources, isDocumentOf(record.identifier)),
  ]);
  const summaries = record.summaries.filter((one) =>
    other.summaries.some((had) => summaryKey(had) === summaryKey(one)),
  ).length;
  return { question: { into: kept, cites, citedBy, documents, summaries } };
}

type Mergeable = Pick<DecisionRecord, 'id' | 'isEcli' | 'state' | 'visibility'>;

/**
 * One with an ECLI is kept rather than one without: documents and citations name the ECLI. Of one state
 * and for the same readers: nothing is published by it that was not, and nothing is taken away.
 */
function whyNotMergeable(record: Mergeable, kept: Mergeable) {
  if (record.state === 'withdrawn') throw new AppError('error.decision.not-possible');
  if (record.id === kept.id) return 'form.merge-self';
  if (kept.state === 'withdrawn') return 'form.merge-withdrawn';
  if (kept.state !== record.state) return 'form.merge-state';
  if (kept.visibility !== record.visibility) return 'form.merge-readers';
  return kept.isEcli || !record.isEcli ? null : 'form.merge-ecli';
}

/**
 * Makes a record part of another: what it cites and what cites it, its documents, its names, numbers,
 * provisions and topics move, and the summaries and other facts that the other lacks; its address leads
 * to the other.
 * @returns null, or why it is refused
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.decision.not-possible`
 */
export async function mergeDecision(
  actor: Actor,
  { id, version }: { id: string; version: number },
  into: string,
) {
  authorise(actor, 'decision.manage');
  if (!isUuid(id) || !isUuid(into)) throw new AppError('error.not-found');
  return transaction(async (tx) => {
    // Both in one order, so that two merges at once do not wait for each other.
    await tx
      .select({ id: records.id })
      .from(records)
      .where(sql`${records.id} in (${id}, ${into})`)
      .orderBy(records.id)
      .for('update');
    const record = await lockRecord(tx, id, version);
    const [kept] = await tx.select().from(records).where(eq(records.id, into));
    if (!kept) throw new AppError('error.not-found');
    const refused = whyNotMergeable(record, kept);
    if (refused) return refused;
    await keepVersion(tx, actor, record);
    await keepVersion(tx, actor, kept);
    await change(tx, actor, { before: kept, set: joined(kept, record) });
    await change(tx, actor, { before: record, set: { state: 'withdrawn', mergedInto: kept.id } });
    await moveWhatFollows(tx, record, kept);
    const names = { from: record.identifier, to: kept.identifier };
    await moveDocuments(tx, actor, names);
    await invalidateTags(tx, 'decisions');
    const changes = { into: { to: kept.id } };
    await note(tx, actor, { action: 'decision.merge', id, changes });
    await note(tx, actor, { action: 'decision.merge', id: kept.id, changes: { from: { to: id } } });
    return null;
  });
}

const union = (first: readonly string[], second: readonly string[]) => [
  ...new Set([...first, ...second]),
];

function joined(kept: DecisionRecord, record: DecisionRecord) {
  const had = new Set(kept.summaries.map(summaryKey));
  return {
    names: union(kept.names, record.names),
    caseNumbers: union(kept.caseNumbers, record.caseNumbers),
    languages: union(kept.languages, record.languages),
    provisions: union(kept.provisions, record.provisions),
    topics: union(kept.topics, record.topics),
    procedure: joinedProcedure(kept, record),
    formation: kept.formation || record.formation,
    outcome: kept.outcome ?? record.outcome,
    publishedOn: kept.publishedOn ?? publishedOnOf(record, kept),
    celex: kept.celex ?? record.celex,
    sourceUrl: kept.sourceUrl ?? record.sourceUrl,
    ...(kept.fineAmount === null
      ? { fineAmount: record.fineAmount, fineCurrency: record.fineCurrency }
      : {}),
    summaries: headnotesLast([
      ...kept.summaries,
      ...record.summaries.filter((one) => !had.has(summaryKey(one))),
    ]),
  };
}

/** When the two differ in the day of the decision, that of its publication need not fit the other. */
const publishedOnOf = ({ publishedOn }: DecisionRecord, { decidedOn }: DecisionRecord) =>
  isPublishedAfterwards({ decidedOn, publishedOn }) ? publishedOn : null;

/** Neither is related to itself now. */
function joinedProcedure(kept: DecisionRecord, record: DecisionRecord) {
  const own = [kept.identifier.toUpperCase(), record.identifier.toUpperCase()];
  return withoutRepeats([...kept.procedure, ...record.procedure]).filter(
    ({ identifier }) => !own.includes(identifier.toUpperCase()),
  );
}

async function moveWhatFollows(tx: Transaction, record: DecisionRecord, kept: DecisionRecord) {
  await tx.update(records).set({ mergedInto: kept.id }).where(eq(records.mergedInto, record.id));
  await moveFollows(tx, { from: record.id, to: kept.id });
  await moveProposals(tx, { from: record.id, to: kept.id });
  // What both cite is one citation with the paragraphs of both; it is of the text alone if both were.
  await tx.execute(sql`
    update decision_citations as both_cite
      set paragraphs = array(select distinct unnest(both_cite.paragraphs || moved.paragraphs) order by 1),
        from_text = both_cite.from_text and moved.from_text
      from decision_citations as moved
      where both_cite.citing = ${kept.id} and moved.citing = ${record.id} and both_cite.identifier = moved.identifier`);
  // The others move as they are: what a number names stays linked.
  await tx.execute(sql`
    update decision_citations as moved set citing = ${kept.id}
      where citing = ${record.id} and upper(identifier) not in (upper(${kept.identifier}), upper(${record.identifier}))
        and not exists (
          select from decision_citations as other
            where other.citing = ${kept.id} and other.identifier = moved.identifier)`);
  await tx.delete(citations).where(eq(citations.citing, record.id));
  // Neither cites itself now.
  await tx
    .delete(citations)
    .where(and(eq(citations.citing, kept.id), eq(citations.cited, kept.id)));
}

/**
 * The documents of a decision name its ECLI or identifier in their details.
 * @param among where not all of them move
 * @returns the ids of those that moved
 */
export async function moveDocuments(
  tx: Transaction,
  actor: Actor,
  { from, to, among }: { from: string; to: string; among?: readonly string[] },
): Promise<string[]> {
  const documents = await tx
    .select()
    .from(intranetResources)
    .where(and(isDocumentOf(from), among && inArray(intranetResources.id, [...among])))
    .for('update');
  for (const { id, title, metadata, version, collection, parent, user } of documents) {
    if (!('judgment' in metadata)) continue;
    const moved = { ...metadata, judgment: { ...metadata.judgment, ecli: to } };
    await tx
      .update(intranetResources)
      .set({
        metadata: moved,
        citations: citationsOf(title, moved),
        version: version + 1,
        updatedAt: new Date(),
        updatedBy: actor.id,
      })
      .where(eq(intranetResources.id, id));
    await publishFolderChanges(tx, collection, [parent, id]);
    await appendAudit(tx, actor, {
      action: 'intranet.update-details',
      target: { kind: 'intranet-resource', id },
      ...aboutOwner(actor, user),
    });
  }
  return documents.map(({ id }) => id);
}
