import { and, asc, eq, inArray } from 'drizzle-orm';
import { buildVersion } from '~/config/build-version';
import { config } from '~/config/config.server';
import { db, schema } from '~/db/db.server';
import {
  browseDecisions,
  type BrowseWish,
  type DecisionHead,
  getDecisionHead,
  readDecisionsInBatches,
} from '~/features/decisions/browse/browse.server';
import type { DecisionFilter, DecisionQuery } from '~/features/decisions/browse/decision-query';
import { listProcedure } from '~/features/decisions/procedure/procedure.server';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';
import { isListedFor } from '~/features/decisions/records/visibility.server';
import { getDecision } from '~/features/decisions/records/records.server';
import type { MayPropose } from '~/features/decisions/query/spelling-limit.server';
import { type Actor, isSignedIn } from '~/policy/actor';
import { citationStyleNames, citationStyles } from './citation-styles.server';
import type { CitingDecision } from './ecli-xml.server';
import { exportDecision, type ExportedDecision } from './exported-decision';

const { decisionCitations, decisionRecords } = schema;

/** A page of decisions as programs read it, with total and facets. */
export async function exportList(
  actor: Actor,
  query: DecisionQuery,
  wish: BrowseWish & { perPage: number; mayPropose: MayPropose },
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
  return decisions.map((one) => {
    const cites = cited.get(one.identifier) ?? [];
    return { ...one, cites: cites.map(({ identifier }) => ({ identifier })) };
  });
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
 * @returns them, and what changes whenever anything in a file of them does
 * @throws AppError `error.not-found`, before anything is read
 */
export async function exportAll(actor: Actor, filter: DecisionFilter, mayPropose: MayPropose) {
  authoriseReading(actor);
  const { origin } = config().server;
  const { fingerprint, batches } = await readDecisionsInBatches(actor, filter, mayPropose);
  // A later version may write the same decisions otherwise.
  const madeOf = [buildVersion, origin, isSignedIn(actor), fingerprint].join(' ');
  return { madeOf, batches: exportBatches(actor, batches) };
}

async function* exportBatches(actor: Actor, batches: AsyncIterable<DecisionHead[]>) {
  const { origin } = config().server;
  for await (const batch of batches) {
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

/** What a browser is told before a page of another site reads with headers of its own; it lasts a day. */
export function preflightHeaders(): Record<string, string> {
  const methods = 'GET, HEAD, OPTIONS';
  if (!config().flags.publicDecisions) return { Allow: methods };
  return {
    Allow: methods,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': 'If-None-Match, Accept',
    'Access-Control-Max-Age': '86400',
  };
}
