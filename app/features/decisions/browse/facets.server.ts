import { type SQL, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import type { Actor } from '~/policy/actor';
import { type DecisionFilter, type FacetName, facetNames } from './decision-query';
import { facetConditions, hasFileFor } from './filter-conditions.server';

const { courts, decisionRecords: records } = schema;

export type FacetCount = { value: string; count: number };
export type Facets = Record<FacetName, FacetCount[]>;

/** The values of each facet in a group of decisions that have one column in common. */
const values: Record<FacetName, SQL> = {
  country: sql`array[country]`,
  court: sql`array[court]`,
  kind: sql`array[kind]`,
  year: sql`array[year::text]`,
  provision: sql`articles`,
  topic: sql`topics`,
  outcome: sql`array[outcome]`,
  language: sql`languages`,
  text: sql`array[case when has_text then 'yes' end]`,
};

/** The columns that these are of, in the order of the facets. */
const columns = [
  'country',
  'court',
  'kind',
  'year',
  'articles',
  'topics',
  'outcome',
  'languages',
  'has_text',
];
const allColumns = sql.join(
  columns.map((column) => sql.identifier(column)),
  sql`, `,
);

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
  const parts = facetNames.map(
    (name, at) => sql`select ${name} as facet, value, sum(count)::integer as count
      from groups, unnest(${values[name]}) as value
      where grouped = ${groupedBy(at)} and value is not null and ${within(chosen.filter((one) => one !== name))}
      group by value`,
  );
  const { rows } = await db().execute<{
    facet: FacetName | 'total';
    value: string;
    count: number;
  }>(sql`
    with base as (
      select ${records.country} as country, ${records.court} as court,
        (select ${courts.kind} from ${courts} where ${courts.code} = ${records.court}) as kind,
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
