import { and, asc, desc, eq, notInArray, type SQL, sql } from 'drizzle-orm';
import { db, readLate, schema } from '~/db/db.server';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { organisations } from '~/features/decisions/records/decision-names';
import { whyAbsent } from '~/features/decisions/records/absent.server';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';
import {
  isCalled,
  isListedFor,
  isReadableBy,
} from '~/features/decisions/records/visibility.server';
import {
  type DecisionFilter,
  type DecisionQuery,
  type DecisionSort,
  decisionsPerPage,
} from './decision-query';
import { countFacets } from './facets.server';
import { isWithin } from './filter-conditions.server';

const { courts, decisionCitations, decisionRecords: records } = schema;

/** How many decisions that the actor may find cite the one of the row. */
export const citedByCount = (actor: Actor): SQL<number> => sql<number>`(
  select count(distinct ${decisionCitations.citing})::integer from ${decisionCitations}
    where ${decisionCitations.cited} = ${records.id} and ${decisionCitations.citing} in
      (select id from (select ${records}.* from ${records} where ${isListedFor(actor)}) as listed))`;

/** The same for all decisions within a condition at once, which one after the other takes long. */
const citationCounts = (actor: Actor, where: SQL) => sql`(
  select ${records.id} as id, count(distinct listed.id) as cited_by
    from ${records} left join ${decisionCitations} on ${decisionCitations.cited} = ${records.id}
      left join (select ${records.id} as id from ${records} where ${isListedFor(actor)}) as listed
        on listed.id = ${decisionCitations.citing}
    where ${where} group by ${records.id}) as ranked`;

/** What of a court its name is made of. */
export const courtColumns = {
  code: courts.code,
  name: courts.name,
  nameEn: courts.nameEn,
  country: courts.country,
  language: courts.language,
};

const headOf = (actor: Actor) => ({
  id: records.id,
  identifier: records.identifier,
  isEcli: records.isEcli,
  courtKind: courts.kind,
  abbreviation: courts.abbreviation,
  formation: records.formation,
  languages: records.languages,
  fineAmount: records.fineAmount,
  fineCurrency: records.fineCurrency,
  celex: records.celex,
  sourceUrl: records.sourceUrl,
  court: courtColumns,
  country: records.country,
  decidedOn: records.decidedOn,
  type: records.type,
  outcome: records.outcome,
  names: records.names,
  caseNumbers: records.caseNumbers,
  provisions: records.provisions,
  procedure: records.procedure,
  topics: records.topics,
  summaries: records.summaries,
  visibility: records.visibility,
  updatedAt: records.updatedAt,
  citedBy: citedByCount(actor),
});

/** The heads of decisions within a condition, in an order that is the same every time. */
async function readHeads(
  actor: Actor,
  wish: { where: SQL; sort: DecisionSort; limit: number; offset: number },
) {
  const name = sql`lower(coalesce(${records.names}[1], ${records.identifier}))`;
  const first: Record<DecisionSort, SQL[]> = {
    newest: [],
    oldest: [asc(records.decidedOn)],
    cited: [sql`ranked.cited_by desc`],
    name: [asc(name)],
  };
  const heads = db()
    .select(headOf(actor))
    .from(records)
    .innerJoin(courts, eq(courts.code, records.court))
    .where(wish.where)
    .orderBy(...first[wish.sort], desc(records.decidedOn), asc(records.identifier))
    .limit(wish.limit)
    .offset(wish.offset)
    .$dynamic();
  if (wish.sort !== 'cited') return heads;
  return heads.innerJoin(citationCounts(actor, wish.where), sql`ranked.id = ${records.id}`);
}

export type DecisionHead = Awaited<ReturnType<typeof readHeads>>[number];

/**
 * A page of the decisions that the actor may find by a filter, with their number and what each further
 * choice would show.
 * @param perPage how many to a page
 */
export async function browseDecisions(
  actor: Actor,
  query: DecisionQuery,
  perPage = decisionsPerPage,
) {
  authoriseReading(actor);
  return readLate(async () => {
    const where = isWithin(actor, query);
    const [decisions, counted, facets] = await Promise.all([
      readHeads(actor, {
        where,
        sort: query.sort,
        limit: perPage,
        offset: (query.page - 1) * perPage,
      }),
      db()
        .select({ total: sql<number>`count(*)::integer` })
        .from(records)
        .where(where),
      countFacets(actor, query),
    ]);
    return { decisions, total: counted[0]?.total ?? 0, facets };
  });
}

/** How many decisions the actor may find, and of how many countries; none where all are for members. */
export async function countListedDecisions(actor: Actor) {
  authorise(actor, 'decision.read');
  const { country } = records;
  const isCountry = notInArray(country, [...organisations]);
  const [row] = await db()
    .select({
      decisions: sql<number>`count(*)::integer`,
      countries: sql<number>`(count(distinct ${country}) filter (where ${isCountry}))::integer`,
    })
    .from(records)
    .where(isListedFor(actor));
  return row ?? { decisions: 0, countries: 0 };
}

/** How many decisions an export reads at once. */
const batchSize = 500;

/** All decisions of a filter, by identifier, a batch at a time. */
export async function* readDecisionsInBatches(actor: Actor, filter: DecisionFilter) {
  authoriseReading(actor);
  let last = '';
  for (;;) {
    const batch = await db()
      .select(headOf(actor))
      .from(records)
      .innerJoin(courts, eq(courts.code, records.court))
      .where(sql`${isWithin(actor, filter)} and ${records.identifier} > ${last}`)
      .orderBy(asc(records.identifier))
      .limit(batchSize);
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    last = batch.at(-1)?.identifier ?? '';
  }
}

/**
 * What lists and exports say of one decision.
 * @throws AppError `error.not-found`, `error.decision.withdrawn`
 */
export async function getDecisionHead(actor: Actor, identifier: string): Promise<DecisionHead> {
  authoriseReading(actor);
  const [head] = await db()
    .select(headOf(actor))
    .from(records)
    .innerJoin(courts, eq(courts.code, records.court))
    .where(and(isCalled(identifier), isReadableBy(actor)));
  if (!head) throw await whyAbsent(actor, identifier);
  return head;
}

/** The addresses of all decisions that the actor may find, for the site map. */
export async function listDecisionAddresses(actor: Actor, limit: number) {
  authoriseReading(actor);
  return db()
    .select({ identifier: records.identifier, updatedAt: records.updatedAt })
    .from(records)
    .where(isListedFor(actor))
    .orderBy(desc(records.decidedOn), asc(records.identifier))
    .limit(limit);
}
