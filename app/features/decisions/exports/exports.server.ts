import { and, asc, eq, inArray } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import {
  browseDecisions,
  getDecisionHead,
  readDecisionsInBatches,
} from '~/features/decisions/browse/browse.server';
import type { DecisionFilter, DecisionQuery } from '~/features/decisions/browse/decision-query';
import { listProcedure } from '~/features/decisions/procedure/procedure.server';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';
import { isListedFor } from '~/features/decisions/records/visibility.server';
import { getDecision } from '~/features/decisions/records/records.server';
import type { MayPropose } from '~/features/decisions/query/spelling-limit.server';
import type { Actor } from '~/policy/actor';
import { citationStyleNames, citationStyles } from './citation-styles';
import type { CitingDecision } from './ecli-xml';
import { exportDecision, type ExportedDecision } from './exported-decision';

const { decisionCitations, decisionRecords } = schema;

/** A page of decisions as programs read it, with total and facets. */
export async function exportList(
  actor: Actor,
  query: DecisionQuery,
  wish: { perPage: number; mayPropose: MayPropose },
) {
  authoriseReading(actor);
  const { decisions, total, facets, words } = await browseDecisions(actor, query, wish);
  const { perPage } = wish;
  const { origin } = config().server;
  return {
    total,
    page: query.page,
    perPage,
    pages: Math.ceil(total / perPage),
    words,
    facets,
    decisions: decisions.map((decision) => exportDecision(decision, origin)),
  };
}

/** Some decisions, each with the identifiers of those that it cites. */
export async function withCited(
  actor: Actor,
  decisions: readonly ExportedDecision[],
): Promise<CitingDecision[]> {
  authoriseReading(actor);
  const identifiers = decisions.map(({ identifier }) => identifier);
  const rows = await db()
    .select({ citing: decisionRecords.identifier, identifier: decisionCitations.identifier })
    .from(decisionCitations)
    .innerJoin(decisionRecords, eq(decisionRecords.id, decisionCitations.citing))
    .where(and(inArray(decisionRecords.identifier, identifiers), isListedFor(actor)))
    .orderBy(asc(decisionCitations.identifier));
  const cited = Map.groupBy(rows, ({ citing }) => citing);
  return decisions.map((one) => ({ ...one, cites: cited.get(one.identifier) ?? [] }));
}

/**
 * One decision with its proceedings, what it cites and what cites it.
 * @throws AppError `error.not-found`
 */
export async function exportOne(actor: Actor, identifier: string) {
  authoriseReading(actor);
  const [head, page] = await Promise.all([
    getDecisionHead(actor, identifier),
    getDecision(actor, identifier),
  ]);
  const steps = await listProcedure(actor, page);
  return {
    ...exportDecision(head, config().server.origin),
    proceedings: steps.flat().map(({ identifier: named, decision, relations }) => ({
      identifier: named,
      isHere: decision !== null,
      procedure: relations.map(({ kind, to }) => ({ kind, identifier: to.identifier })),
    })),
    cites: page.cites.map((one) => ({
      identifier: one.identifier,
      isHere: one.decision !== null,
      paragraphs: one.paragraphs,
    })),
    citing: page.citedBy.map((one) => ({
      identifier: one.decision.identifier,
      paragraphs: one.paragraphs,
    })),
  };
}

/**
 * All decisions of a filter, read in batches, so that memory stays flat however many there are.
 * @throws AppError `error.not-found`, before anything is read
 */
export function exportAll(actor: Actor, filter: DecisionFilter, mayPropose: MayPropose) {
  authoriseReading(actor);
  return exportBatches(actor, filter, mayPropose);
}

async function* exportBatches(actor: Actor, filter: DecisionFilter, mayPropose: MayPropose) {
  const { origin } = config().server;
  for await (const batch of readDecisionsInBatches(actor, filter, mayPropose)) {
    const decisions = batch.map((decision) => exportDecision(decision, origin));
    yield await withCited(actor, decisions);
  }
}

/** How a decision is cited, in each style. */
export async function listCitations(actor: Actor, identifier: string) {
  authoriseReading(actor);
  const decision = exportDecision(await getDecisionHead(actor, identifier), config().server.origin);
  return citationStyleNames.map((style) => ({ style, text: citationStyles[style](decision) }));
}
