import { and, eq, isNull, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { isListedFor } from '~/features/decisions/records/visibility.server';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';

const { decisionCitations: citations, decisionRecords: records } = schema;

const most = 20;

/** What decisions cite that is not here, by how many of them cite it: the most cited first. */
export async function listMissing(actor: Actor) {
  authorise(actor, 'decision.propose');
  const count = sql<number>`count(distinct ${citations.citing})::integer`;
  return db()
    .select({ identifier: sql<string>`min(${citations.identifier})`, citedBy: count })
    .from(citations)
    .innerJoin(records, and(eq(records.id, citations.citing), isListedFor(actor)))
    .where(isNull(citations.cited))
    .groupBy(sql`upper(${citations.identifier})`)
    .orderBy(sql`${count} desc`, sql`upper(${citations.identifier})`)
    .limit(most);
}

export type MissingDecision = Awaited<ReturnType<typeof listMissing>>[number];
