import { and, desc, eq, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { can } from '~/policy/permissions';
import { isCalled } from './visibility.server';

const { decisionRecords: records, decisionVersions: versions } = schema;

/**
 * Why a decision does not open: it was withdrawn, for those who could read it until then; for all others,
 * and for one that was only proposed, it is not known here.
 * @returns the error to throw: `error.decision.withdrawn` or `error.not-found`
 */
export async function whyAbsent(actor: Actor, identifier: string): Promise<AppError> {
  // What is withdrawn is not edited, so it still says for whom it was.
  const wasFor = can(actor, 'decision.read-members') ? undefined : eq(records.visibility, 'public');
  const [before] = await db()
    .select({ state: sql<string | null>`${versions.content} ->> 'state'` })
    .from(records)
    .innerJoin(versions, eq(versions.decision, records.id))
    .where(
      and(
        isCalled(identifier),
        eq(records.state, 'withdrawn'),
        wasFor,
        sql`${versions.content} ->> 'state' <> 'withdrawn'`,
      ),
    )
    .orderBy(desc(versions.number))
    .limit(1);
  return new AppError(before?.state === 'checked' ? 'error.decision.withdrawn' : 'error.not-found');
}
