import { and, asc, desc, eq, notInArray, type SQL, sql } from 'drizzle-orm';
import { db, readLate, schema } from '~/db/db.server';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import type { CompiledQuery } from '~/features/decisions/query/compiled-query.server';
import { rankedDecisions } from '~/features/decisions/query/decision-matches.server';
import { findByWords } from '~/features/decisions/query/find-by-words.server';
import type { MayPropose } from '~/features/decisions/query/spelling-limit.server';
import { organisations } from '~/features/decisions/records/decision-names';
import { whyAbsent } from '~/features/decisions/records/absent.server';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';
import {
  citedByCount,
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
import { fingerprintOf } from './fingerprint.server';
import { isWithin } from './filter-conditions.server';

const { courts, decisionRecords: records } = schema;

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
  publishedOn: records.publishedOn,
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
  listedAt: records.listedAt,
  citedBy: citedByCount(actor),
});

/** `changed`: what was published or changed here last is first, as a reader of feeds needs it. */
type HeadOrder = DecisionSort | 'changed';

type Heads = {
  where: SQL;
  sort: HeadOrder;
  compiled: CompiledQuery | null;
  limit: number;
  offset: number;
};

/** The heads of decisions within a condition, in an order that is the same every time. */
async function readHeads(actor: Actor, wish: Heads) {
  const heads = db()
    .select(headOf(actor))
    .from(records)
    .innerJoin(courts, eq(courts.code, records.court))
    .$dynamic();
  const page = rankedPage(actor, wish);
  const byDate = [desc(records.decidedOn), asc(records.identifier)];
  if (page)
    return heads
      .innerJoin(page, sql`ranked.id = ${records.id}`)
      .orderBy(sql`ranked.score desc`, ...byDate);
  return heads
    .where(wish.where)
    .orderBy(...ordersOf(actor, wish.sort), ...byDate)
    .limit(wish.limit)
    .offset(wish.offset);
}

function ordersOf(actor: Actor, sort: HeadOrder): SQL[] {
  if (sort === 'changed') return [sql`greatest(${records.listedAt}, ${records.updatedAt}) desc`];
  if (sort === 'oldest') return [asc(records.decidedOn)];
  if (sort === 'cited') return [desc(citedByCount(actor))];
  return sort === 'name' ? [sql`lower(coalesce(${records.names}[1], ${records.identifier}))`] : [];
}

/**
 * The page of what is ranked by words, cut before it is joined with anything: the planner expects few
 * decisions of any words, and would compare each of many with each.
 */
function rankedPage(actor: Actor, { where, sort, compiled, limit, offset }: Heads): SQL | null {
  if (sort !== 'best' || !compiled) return null;
  return sql`(select id, score from ${rankedDecisions(compiled, actor, where)}
    order by score desc, decided_on desc, identifier limit ${limit} offset ${offset}) as ranked`;
}

export type DecisionHead = Awaited<ReturnType<typeof readHeads>>[number];

export type BrowseWish = { perPage?: number; mayPropose?: MayPropose; order?: HeadOrder };

/**
 * A page of the decisions that the actor may find by a filter, with their number and what each further
 * choice would show, and by which words they were found.
 * @param perPage how many to a page
 * @param order instead of what the query asks for
 * @param mayPropose without it words are put right as often as this is asked
 */
export async function browseDecisions(
  actor: Actor,
  query: DecisionQuery,
  { perPage = decisionsPerPage, mayPropose, order }: BrowseWish = {},
) {
  authoriseReading(actor);
  return readLate(async () => {
    const { condition, compiled, ...words } = await findByWords(actor, query.q, mayPropose);
    const where = isWithin(actor, query, condition);
    const [decisions, counts] = await Promise.all([
      readHeads(actor, {
        where,
        sort: order ?? query.sort,
        compiled,
        limit: perPage,
        offset: (query.page - 1) * perPage,
      }),
      countFacets(actor, query, condition),
    ]);
    return { decisions, ...counts, words };
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

/** All decisions of a filter, by identifier, a batch at a time, and the fingerprint of them all. */
export async function readDecisionsInBatches(
  actor: Actor,
  filter: DecisionFilter,
  mayPropose?: MayPropose,
) {
  authoriseReading(actor);
  const { condition } = await findByWords(actor, filter.q, mayPropose);
  const where = isWithin(actor, filter, condition);
  return { fingerprint: await fingerprintOf(actor, where), batches: batchesOf(actor, where) };
}

async function* batchesOf(actor: Actor, where: SQL): AsyncGenerator<DecisionHead[]> {
  let last = '';
  for (;;) {
    const batch = await db()
      .select(headOf(actor))
      .from(records)
      .innerJoin(courts, eq(courts.code, records.court))
      .where(sql`${where} and ${records.identifier} > ${last}`)
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
