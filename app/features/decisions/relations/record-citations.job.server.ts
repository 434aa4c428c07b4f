import { aliasedTable, and, asc, eq, inArray, notExists, notInArray, sql } from 'drizzle-orm';
import { db, schema, type Transaction, transaction } from '~/db/db.server';
import { findCited } from '~/features/decisions/mentions/find-cited.server';
import { commandLine } from '~/policy/actor';
import type { Job } from '~/platform/jobs/job-queue.server';
import { invalidateTags } from '~/platform/page-invalidation.server';
import { CitedIdentifiers } from './cited-identifiers';

const {
  decisionCitations: citations,
  decisionRecords: records,
  documentPages: pages,
  intranetResources: resources,
} = schema;

const cited = aliasedTable(records, 'cited_record');

/** Texts of decisions: what members read in the library under the identifier of one. */
const isText = sql`${resources.metadata} #>> '{judgment,ecli}' is not null
  and ${resources.collection} = 'userIntranet' and not ${resources.folder}
  and ${resources.trashedAt} is null and ${resources.textState} = 'found'`;

const identifierOfText = sql`upper(${resources.metadata} #>> '{judgment,ecli}')`;

/** By which tables the citations of a text were found. */
const foundBy = sql`(select max(${pages.recognisedBy}) from ${pages} where ${pages.document} = ${resources.id})`;

/** More decisions are read by the next run. */
const atATime = 200;
const pagesAtATime = 20;

/**
 * Records what decisions cite, as their texts in the library say. Read again are decisions whose texts
 * came, changed or went, and those whose texts were read by other tables.
 */
export const recordCitations: Job<object> = {
  name: 'record-citations',
  schedule: '* * * * *',
  atOnce: 1,
  run: async () => {
    for (const decision of await listChanged()) await record(decision);
  },
};

type Changed = { id: string; identifier: string; keys: string[]; texts: string | null };

/** From the texts and from the records that have been read, of which there are few: not from all records. */
async function listChanged(): Promise<Changed[]> {
  const { rows } = await db().execute<Changed>(sql`
    with now as (
      select ${identifierOfText} as identifier,
          md5(string_agg(concat_ws(' ', ${resources.id}, ${resources.fileVersion}, ${foundBy}), ',' order by ${resources.id})) as texts
        from ${resources} where ${isText} group by 1
    )
    select ${records.id} as id, ${records.identifier} as identifier, ${records.keys} as keys, texts
      from now join ${records} on upper(${records.identifier}) = now.identifier
      where ${records.citationsFrom} is distinct from texts
    union all
    select ${records.id}, ${records.identifier}, ${records.keys}, null
      from ${records} where ${records.citationsFrom} is not null
        and not exists (select from now where now.identifier = upper(${records.identifier}))
    limit ${atATime}`);
  return rows;
}

async function record({ id, identifier, keys, texts }: Changed): Promise<void> {
  const read = new CitedIdentifiers();
  if (texts !== null) for await (const text of textsOf(identifier)) read.read(text);
  const all = read.list(new Set(keys));
  const decisionOf = await findCited(
    commandLine,
    all.flatMap((one) => one.keys),
  );
  const found = all.map((one) => {
    const decisions = one.keys
      .map(decisionOf)
      .flatMap((is) => (is && 'decision' in is ? [is.decision] : []));
    return { identifier: one.identifier, decision: decisions[0]?.identifier ?? null };
  });
  await transaction(async (tx) => {
    if (await replace(tx, id, found)) await invalidateTags(tx, 'decisions');
    await tx.update(records).set({ citationsFrom: texts }).where(eq(records.id, id));
  });
}

/** The pages of all texts of a decision, one after the other. */
async function* textsOf(identifier: string): AsyncGenerator<string> {
  const isIts = and(isText, sql`${identifierOfText} = upper(${identifier})`);
  for (let offset = 0; ; offset += pagesAtATime) {
    const some = await db()
      .select({ text: pages.text })
      .from(pages)
      .innerJoin(resources, eq(resources.id, pages.document))
      .where(isIts)
      .orderBy(asc(pages.document), asc(pages.page))
      .limit(pagesAtATime)
      .offset(offset);
    for (const { text } of some) yield text;
    if (some.length < pagesAtATime) return;
  }
}

type Found = { identifier: string; decision: string | null };

/**
 * One that was there before, such as from a merged record, stays as it is. What an ECLI names is linked by
 * triggers; what only a number names, here.
 * @returns whether anything is another way now
 */
async function replace(tx: Transaction, citing: string, found: readonly Found[]) {
  const identifiers = found.map(({ identifier }) => identifier);
  const isOfText = and(eq(citations.citing, citing), eq(citations.fromText, true));
  const gone = await tx
    .delete(citations)
    .where(and(isOfText, notInArray(citations.identifier, identifiers)));
  if (found.length === 0) return Boolean(gone.rowCount);
  const come = await tx
    .insert(citations)
    .values(identifiers.map((identifier) => ({ citing, identifier, fromText: true })))
    .onConflictDoNothing();
  const decisions = found.map(({ decision }) => decision);
  const linked = await tx.execute(sql`
    update ${citations} set cited = named.id
      from unnest(${sql.param(identifiers)}::text[], ${sql.param(decisions)}::text[]) as found (identifier, decision)
        left join ${records} as named on named.identifier = found.decision
      where ${isOfText} and ${citations.identifier} = found.identifier
        and (named.id is not null or ${isByNumber}) and ${citations.cited} is distinct from named.id`);
  return [gone, come, linked].some(({ rowCount }) => Boolean(rowCount));
}

const isByNumber = sql`${citations.identifier} not like 'ECLI:%'`;

/**
 * Lets texts be read again that cite by a number which named no decision here, or one that is no longer:
 * it may have come since, or be part of another. One that is cited by its ECLI is linked at once.
 */
export async function readUnknownAgain(): Promise<void> {
  const named = db()
    .select({ id: cited.id })
    .from(cited)
    .where(and(eq(cited.id, citations.cited), eq(cited.state, 'checked')));
  const unknown = db()
    .select({ id: citations.citing })
    .from(citations)
    .where(and(eq(citations.fromText, true), isByNumber, notExists(named)));
  await db().update(records).set({ citationsFrom: null }).where(inArray(records.id, unknown));
}
