import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';
import { briefColumns, isListedFor } from '~/features/decisions/records/records.server';
import type { Actor } from '~/policy/actor';
import { orderProcedure, type ProcedureEntry } from './order-procedure';

const { courts, decisionRecords: records } = schema;

/** Proceedings with more decisions are shown in part. */
const most = 40;

/**
 * The proceedings of a decision that the actor has opened, step by step: what it answers, follows, is an
 * appeal from or is joined with, what names it so, and so on from those. What the actor may not find leads
 * no further and is named as it was typed, like one that is not here.
 * @returns no steps where there is only the decision itself
 */
export async function listProcedure(
  actor: Actor,
  { id }: { id: string },
): Promise<ProcedureEntry[][]> {
  authoriseReading(actor);
  const found = await readRecords(eq(records.id, id), 1);
  let open = found;
  while (open.length > 0 && found.length < most) {
    const others = not(
      inArray(
        records.id,
        found.map((one) => one.id),
      ),
    );
    open = await readRecords(and(others, isListedFor(actor), isRelatedTo(open)), most);
    found.push(...open);
  }
  const steps = orderProcedure(found);
  return steps.flat().length > 1 ? steps : [];
}

type Found = Awaited<ReturnType<typeof readRecords>>[number];

async function readRecords(where: SQL | undefined, limit: number) {
  return db()
    .select({
      id: records.id,
      decision: briefColumns,
      procedure: records.procedure,
      identifiers: sql<string[]>`array(select named.identifier from ${records} as named
        where named.id = ${records.id} or named.merged_into = ${records.id})`,
    })
    .from(records)
    .innerJoin(courts, eq(courts.code, records.court))
    .where(where)
    .orderBy(records.decidedOn, records.identifier)
    .limit(limit);
}

/** Named by one of them, or naming it. */
function isRelatedTo(open: readonly Found[]): SQL {
  const named = open.flatMap(({ procedure }) => procedure.map(({ identifier }) => identifier));
  const own = open.flatMap(({ identifiers }) => identifiers);
  const inCapitals = (all: string[]) =>
    sql`array(select upper(one) from unnest(${sql.param(all)}::text[]) as one)`;
  return sql`${records.id} in (
    select coalesce(named.merged_into, named.id) from ${records} as named
      where upper(named.identifier) = any(${inCapitals(named)})
    union select naming.id from ${records} as naming
      where naming.procedure_keys && ${inCapitals(own)})`;
}
