import { type SQL, sql } from 'drizzle-orm';
import { citationKeyOfQuery } from '~/features/citations/citation-key';
import { schema } from '~/db/db.server';
import type { Actor } from '~/policy/actor';
import { isFileFor, isListedFor } from '~/features/decisions/records/visibility.server';
import { type DecisionFilter, type FacetName, facetNames } from './decision-query';

const { decisionRecords: records, intranetResources } = schema;

export const hasFileFor = (actor: Actor): SQL =>
  sql`exists (select from ${intranetResources} where ${isFileFor(actor)})`;

const yearOf = sql`extract(year from ${records.decidedOn})::integer`;

/** What each facet asks of a decision. */
const conditions: Record<FacetName, (value: string, actor: Actor) => SQL> = {
  country: (value) => sql`${records.country} = ${value}`,
  court: (value) => sql`${records.court} = ${value}`,
  year: (value) => (/^\d{4}$/.test(value) ? sql`${yearOf} = ${Number(value)}` : sql`false`),
  provision: (value) => sql`${records.articles} @> array[${value}]::text[]`,
  topic: (value) => sql`${records.topics} @> array[${value}]::text[]`,
  outcome: (value) => sql`${records.outcome} = ${value}`,
  language: (value) => sql`${records.languages} @> array[${value}]::text[]`,
  text: (value, actor) => (value === 'yes' ? hasFileFor(actor) : sql`false`),
};

/** Which decisions the actor may find by these words at all. */
export function isFoundBy(actor: Actor, q: string): SQL {
  const listed = isListedFor(actor);
  if (!q) return listed;
  const key = citationKeyOfQuery(q);
  // Made once, not for each decision, and so that the index answers it.
  const words = sql`${records.search} @@ (select library_query(${q}))`;
  return key
    ? sql`(${listed} and (${records.keys} @> array[${key}]::text[] or ${words}))`
    : sql`(${listed} and ${words})`;
}

/** The condition of each facet that is chosen; null for the others. */
export function facetConditions(
  actor: Actor,
  { facets }: DecisionFilter,
): Record<FacetName, SQL | null> {
  const conditionOf = (name: FacetName) => {
    const value = facets[name];
    return value ? conditions[name](value, actor) : null;
  };
  return {
    country: conditionOf('country'),
    court: conditionOf('court'),
    year: conditionOf('year'),
    provision: conditionOf('provision'),
    topic: conditionOf('topic'),
    outcome: conditionOf('outcome'),
    language: conditionOf('language'),
    text: conditionOf('text'),
  };
}

/** All that a filter asks of a decision. */
export function isWithin(actor: Actor, filter: DecisionFilter): SQL {
  const chosen = facetConditions(actor, filter);
  const parts = facetNames.flatMap((name) => chosen[name] ?? []);
  return sql.join([isFoundBy(actor, filter.q), ...parts], sql` and `);
}
