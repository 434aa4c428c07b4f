import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { config } from '~/config/config.server';
import { schema } from '~/db/db.server';
import { visibleTo } from '~/features/library/resources/resources.server';
import { type Actor, isSignedIn } from '~/policy/actor';
import { can } from '~/policy/permissions';

const { decisionRecords, intranetResources } = schema;

/**
 * Which decisions are in lists, counts, feeds and exports: those that have been checked, and for
 * visitors the public ones alone.
 */
export function isListedFor(actor: Actor): SQL {
  const { state, visibility } = decisionRecords;
  if (can(actor, 'decision.read-members')) return sql`${state} = 'checked'`;
  if (!config().flags.publicDecisions) return sql`false`;
  return sql`(${state} = 'checked' and ${visibility} = 'public')`;
}

/** Which decisions open by their address: those that are listed, one's own proposals, or all. */
export function isReadableBy(actor: Actor): SQL | undefined {
  if (can(actor, 'decision.manage')) return undefined;
  if (!isSignedIn(actor)) return isListedFor(actor);
  const isOwnProposal = and(
    eq(decisionRecords.state, 'proposed'),
    eq(decisionRecords.createdBy, actor.id),
  );
  return or(isListedFor(actor), isOwnProposal);
}

/**
 * The decision with this ECLI, with or without the "ECLI:" that the Court of Justice leaves out, or with
 * this identifier; where that was merged into another one, the other. */
export function isCalled(identifier: string): SQL {
  return sql`${decisionRecords.id} = (select coalesce(named.merged_into, named.id)
    from ${decisionRecords} as named where upper(named.identifier) in (upper(${identifier}), 'ECLI:' || upper(${identifier}))
    order by upper(named.identifier) = upper(${identifier}) desc limit 1)`;
}

/** The documents of the library about the decision of the row, as far as the actor sees them. */
export function isFileFor(actor: Actor): SQL | undefined {
  if (!can(actor, 'library.read')) return sql`false`;
  return and(
    sql`upper(${intranetResources.metadata} #>> '{judgment,ecli}') = upper(${decisionRecords.identifier})`,
    visibleTo(actor),
  );
}

/** How many decisions that the actor may find cite the one of the row; triggers keep both numbers. */
export function citedByCount(actor: Actor): SQL<number> {
  const { citedBy, citedByPublic } = decisionRecords;
  if (can(actor, 'decision.read-members')) return sql<number>`${citedBy}`;
  return config().flags.publicDecisions ? sql<number>`${citedByPublic}` : sql<number>`0::integer`;
}
