import { type SQL, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import type { Actor } from '~/policy/actor';
import { type DecisionFilter, type FacetName, facetNames } from './decision-query';
import { facetConditions, hasFileFor } from './filter-conditions.server';

const { decisionRecords: records } = schema;

export type FacetCount = { value: string; count: number };
export type Facets = Record<FacetName, FacetCount[]>;

/** What each facet counts: a column of the found decisions, or the entries of one. */
const counted: Record<FacetName, SQL> = {
  country: sql`select country as value from found`,
  court: sql`select court as value from found`,
  year: sql`select year::text as value from found`,
  provision: sql`select unnest(articles) as value from found`,
  topic: sql`select unnest(topics) as value from found`,
  outcome: sql`select outcome as value from found`,
  language: sql`select unnest(languages) as value from found`,
  text: sql`select 'yes' as value from found`,
};

/**
 * How many decisions there are with all that is chosen, and how many each value of each facet would show
 * with all else that is chosen: every number is that of the list one gets by choosing it. One statement
 * reads the decisions once.
 * @param found which decisions are found by the words, and may be found by the actor at all
 */
export async function countFacets(
  actor: Actor,
  filter: DecisionFilter,
  found: SQL,
): Promise<{ total: number; facets: Facets }> {
  const conditions = facetConditions(actor, filter);
  const marks = facetNames.map(
    (name) => sql`${conditions[name] ?? sql`true`} as ${sql.identifier(`in_${name}`)}`,
  );
  const inAll = facetNames.flatMap((name) =>
    conditions[name] ? sql.identifier(`in_${name}`) : [],
  );
  const whole = sql`select 'total' as facet, '' as value, count(*)::integer as count
    from base where ${sql.join([sql`true`, ...inAll], sql` and `)}`;
  const parts = facetNames.map((name) => {
    const others = facetNames
      .filter((other) => other !== name && conditions[other])
      .map((other) => sql.identifier(`in_${other}`));
    const within = [...others, name === 'text' ? sql`has_text` : sql`true`];
    const source = sql`(select * from base where ${sql.join(within, sql` and `)})`;
    return sql`select ${name} as facet, value, count(*)::integer as count
      from (with found as ${source} ${counted[name]}) as values
      where value is not null group by value`;
  });
  const { rows } = await db().execute<{
    facet: FacetName | 'total';
    value: string;
    count: number;
  }>(sql`
    with base as materialized (
      select ${records.country} as country, ${records.court} as court,
        extract(year from ${records.decidedOn})::integer as year, ${records.articles} as articles,
        ${records.topics} as topics, ${records.outcome} as outcome, ${records.languages} as languages,
        ${hasFileFor(actor)} as has_text, ${sql.join(marks, sql`, `)}
      from ${records} where ${found}
    ) ${sql.join([whole, ...parts], sql` union all `)}`);
  const of = (name: FacetName) =>
    rows
      .filter(({ facet }) => facet === name)
      .map(({ value, count }) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const facets = {
    country: of('country'),
    court: of('court'),
    year: of('year').toSorted((a, b) => Number(b.value) - Number(a.value)),
    provision: of('provision'),
    topic: of('topic'),
    outcome: of('outcome'),
    language: of('language'),
    text: of('text'),
  };
  return { total: rows.find(({ facet }) => facet === 'total')?.count ?? 0, facets };
}
