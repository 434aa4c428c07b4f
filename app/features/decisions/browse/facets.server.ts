import { type SQL, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import type { Actor } from '~/policy/actor';
import { type DecisionFilter, type FacetName, facetNames } from './decision-query';
import { facetConditions, hasFileFor } from './filter-conditions.server';

const { courts, decisionRecords: records } = schema;

export type FacetCount = { value: string; count: number };
export type Facets = Record<FacetName, FacetCount[]>;

/** The columns that decisions are grouped by, one at a time. */
const columns = [
  'country',
  'court',
  'year',
  'articles',
  'topics',
  'outcome',
  'languages',
  'has_text',
] as const;
const allColumns = sql.join(
  columns.map((column) => sql.identifier(column)),
  sql`, `,
);

/** Of each facet, the column that its groups have in common, and its values in such a group. */
const facetValues: Record<FacetName, [column: (typeof columns)[number], values: SQL]> = {
  country: ['country', sql`array[country]`],
  court: ['court', sql`array[court]`],
  kind: ['court', sql`array[(select ${courts.kind} from ${courts} where ${courts.code} = court)]`],
  year: ['year', sql`array[year::text]`],
  provision: ['articles', sql`articles`],
  topic: ['topics', sql`topics`],
  outcome: ['outcome', sql`array[outcome]`],
  language: ['languages', sql`languages`],
  text: ['has_text', sql`array[case when has_text then 'yes' end]`],
};

/** What `grouping` says of a row that is grouped by this column alone: a bit for each of the others. */
const groupedBy = (column: number) => 2 ** columns.length - 1 - 2 ** (columns.length - 1 - column);
const groupedByNone = 2 ** columns.length - 1;

/**
 * How many decisions there are with all that is chosen, and how many each value of each facet would show
 * with all else that is chosen: every number is that of the list one gets by choosing it. One statement
 * reads the decisions once and groups them by each column; the few groups are counted then.
 * @param found which decisions are found by the words, and may be found by the actor at all
 */
export async function countFacets(
  actor: Actor,
  filter: DecisionFilter,
  found: SQL,
): Promise<{ total: number; facets: Facets }> {
  const conditions = facetConditions(actor, filter);
  const chosen = facetNames.filter((name) => conditions[name]);
  const markOf = (name: FacetName) => sql.identifier(`in_${name}`);
  const conditionsAs = chosen.map((name) => sql`, ${conditions[name]} as ${markOf(name)}`);
  const marks = chosen.map(markOf);
  const within = (names: readonly FacetName[]) =>
    sql.join([sql`true`, ...names.map(markOf)], sql` and `);
  const sets = [...columns.map((column) => [sql.identifier(column), ...marks]), marks];
  const parts = facetNames.map((name) => {
    const [column, values] = facetValues[name];
    const others = chosen.filter((one) => one !== name);
    return sql`select ${name} as facet, value, sum(count)::integer as count
      from groups, unnest(${values}) as value
      where grouped = ${groupedBy(columns.indexOf(column))} and value is not null and ${within(others)}
      group by value`;
  });
  const { rows } = await db().execute<{
    facet: FacetName | 'total';
    value: string;
    count: number;
  }>(sql`
    with base as (
      select ${records.country} as country, ${records.court} as court,
        extract(year from ${records.decidedOn})::integer as year, ${records.articles} as articles,
        ${records.topics} as topics, ${records.outcome} as outcome, ${records.languages} as languages,
        ${hasFileFor(actor)} as has_text ${sql.join(conditionsAs)}
      from ${records} where ${found}
    ), groups as materialized (
      select ${sql.join([allColumns, ...marks], sql`, `)}, grouping(${allColumns}) as grouped, count(*) as count
      from base group by grouping sets (${sql.join(
        sets.map((set) => sql`(${sql.join(set, sql`, `)})`),
        sql`, `,
      )})
    )
    select 'total' as facet, '' as value, coalesce(sum(count), 0)::integer as count
      from groups where grouped = ${groupedByNone} and ${within(chosen)}
    union all ${sql.join(parts, sql` union all `)}`);
  const of = (name: FacetName) =>
    rows
      .filter(({ facet }) => facet === name)
      .map(({ value, count }) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const facets = {
    country: of('country'),
    court: of('court'),
    kind: of('kind'),
    year: of('year').toSorted((a, b) => Number(b.value) - Number(a.value)),
    provision: of('provision'),
    topic: of('topic'),
    outcome: of('outcome'),
    language: of('language'),
    text: of('text'),
  };
  return { total: rows.find(({ facet }) => facet === 'total')?.count ?? 0, facets };
}
