import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
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

async function listChanged(): Promise<Changed[]> {
  const { rows } = await db().execute<Changed>(sql`
    select ${records.id} as id, ${records.identifier} as identifier, ${records.keys} as keys, texts
      from ${records} left join (
        select ${identifierOfText} as identifier,
            md5(string_agg(concat_ws(' ', ${resources.id}, ${resources.fileVersion}, ${foundBy}), ',' order by ${resources.id})) as texts
          from ${resources} where ${isText} group by 1
      ) as now on now.identifier = upper(${records.identifier})
      where ${records.citationsFrom} is distinct from texts
      limit ${atATime}`);
  return rows;
}

async function record({ id, identifier, keys, texts }: Changed): Promise<void> {
  const cited = new CitedIdentifiers();
  if (texts !== null) for await (const text of textsOf(identifier)) cited.read(text);
  const citedOf = await findCited(commandLine, cited.keys());
  const wanted = cited.list(new Set(keys), (key) => {
    const found = citedOf(key);
    return found && 'decision' in found ? found.decision.identifier : null;
  });
  await transaction(async (tx) => {
    if (await replace(tx, id, wanted)) await invalidateTags(tx, 'decisions');
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

/** @returns whether anything is another way now */
async function replace(tx: Transaction, citing: string, wanted: readonly string[]) {
  const isGone = notInArray(citations.identifier, [...wanted]);
  const gone = await tx
    .delete(citations)
    .where(and(eq(citations.citing, citing), eq(citations.fromText, true), isGone));
  const values = wanted.map((identifier) => ({ citing, identifier, fromText: true }));
  if (values.length === 0) return Boolean(gone.rowCount);
  // One that was there before, such as from a merged record, stays as it is.
  const come = await tx.insert(citations).values(values).onConflictDoNothing();
  return Boolean(gone.rowCount) || Boolean(come.rowCount);
}

/**
 * Lets texts be read again that cite decisions by a number which nothing here had: the decision may have
 * come since. One that is cited by its ECLI is linked at once.
 */
export async function readUnknownAgain(): Promise<void> {
  const unknown = db()
    .select({ id: citations.citing })
    .from(citations)
    .where(
      sql`${citations.fromText} and ${citations.cited} is null and ${citations.identifier} not like 'ECLI:%'`,
    );
  await db().update(records).set({ citationsFrom: null }).where(inArray(records.id, unknown));
}
