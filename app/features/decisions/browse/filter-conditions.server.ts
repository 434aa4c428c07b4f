import { type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import type { Actor } from '~/policy/actor';
import { isFileFor } from '~/features/decisions/records/visibility.server';
import { type DecisionFilter, type FacetName, facetNames } from './decision-query';

const { courts, decisionRecords: records, intranetResources } = schema;

export const hasFileFor = (actor: Actor): SQL =>
  sql`exists (select from ${intranetResources} where ${isFileFor(actor)})`;

const yearOf = sql`extract(year from ${records.decidedOn})::integer`;

/** "gdpr/82" with all of its paragraphs, "gdpr/82/1" with its letters. */
export function hasProvision(value: string): SQL {
  const article = value.split('/').slice(0, 2).join('/');
  const hasArticle = sql`${records.articles} @> array[${article}]::text[]`;
  if (value === article) return hasArticle;
  return sql`(${hasArticle} and exists (select from unnest(${records.provisions}) as one (name)
    where one.name = ${value} or starts_with(one.name, ${`${value}/`})))`;
}

/** What each facet asks of a decision. */
const conditions: Record<FacetName, (value: string, actor: Actor) => SQL> = {
  country: (value) => sql`${records.country} = ${value}`,
  court: (value) => sql`${records.court} = ${value}`,
  kind: (value) =>
    sql`${records.court} in (select ${courts.code} from ${courts} where ${courts.kind} = ${value})`,
  year: (value) => (/^\d{4}$/.test(value) ? sql`${yearOf} = ${Number(value)}` : sql`false`),
  provision: hasProvision,
  topic: (value) => sql`${records.topics} @> array[${value}]::text[]`,
  outcome: (value) => sql`${records.outcome} = ${value}`,
  language: (value) => sql`${records.languages} @> array[${value}]::text[]`,
  text: (value, actor) => (value === 'yes' ? hasFileFor(actor) : sql`false`),
};

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
    kind: conditionOf('kind'),
    year: conditionOf('year'),
    provision: conditionOf('provision'),
    topic: conditionOf('topic'),
    outcome: conditionOf('outcome'),
    language: conditionOf('language'),
    text: conditionOf('text'),
  };
}

/** The decisions that are found by words, as far as they are within all facets that are chosen. */
export function isWithin(actor: Actor, filter: DecisionFilter, found: SQL): SQL {
  const chosen = facetConditions(actor, filter);
  const parts = facetNames.flatMap((name) => chosen[name] ?? []);
  return sql.join([found, ...parts], sql` and `);
}
