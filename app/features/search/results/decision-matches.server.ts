import { type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { citedByCount } from '~/features/decisions/browse/browse.server';
import { isListedFor } from '~/features/decisions/records/records.server';
import type { CompiledQuery } from '~/features/search/query/compiled-query.server';
import type { Actor } from '~/policy/actor';
import { arrayOf, citesAll, containing } from './marking.server';
import { asked, betterOf, rankOf, someOf, tiers } from './scores.server';

const { courts, decisionRecords: records } = schema;

const search = sql`decision_records.search`;
const row = (score: SQL) =>
  sql`select 'decision', 'decision', decision_records.id::text, (${score})::real from ${records}`;
/** Names, numbers, court, provisions and topics. */
const facts = sql`ts_filter(${search}, '{a,b,c}')`;
/** How often it is cited decides where all else is about equal. */
const citedTo = (actor: Actor) => sql`least(0.09, 0.02 * ln(1 + ${citedByCount(actor)}))`;

/** As many decisions as these tell how rare a term is. */
const counted = 2_000;

/** How much each term tells: those that few decisions have the most. */
export function weightsOf(terms: readonly string[], actor: Actor): SQL {
  const seen = (condition: SQL) => sql`(select count(*) from (
    select from ${records} where ${condition} and ${isListedFor(actor)} limit ${counted}) as seen)`;
  return sql`(
    with whole as materialized (select ${seen(sql`true`)} as number)
    select array_agg(ln(2 + whole.number::real / (1 + ${seen(sql`${search} @@ term`)}))::real order by place)
      from whole, unnest(${arrayOf(terms)}::tsquery[]) with ordinality as term (term, place))`;
}

/** Decisions by identifier, name, facts and summary. */
export function decisionMatches(query: CompiledQuery, actor: Actor): SQL[] {
  const allowed = sql`${isListedFor(actor)} and not (${search} @@ ${asked('without')}) ${filtered(query)}`;
  const cited = citedTo(actor);
  const { citations, terms, all, matchDecisions } = query;
  const rank = sql`${rankOf(facts, asked('all'))} + ${cited}`;
  if (citations.length > 0) {
    const words = all.library === '' ? sql`true` : sql`${search} @@ ${asked('all')}`;
    return [
      sql`${row(sql`${tiers.identifier} + ${rank}`)} where ${citesAll(sql`decision_records.keys`, citations)} and ${words} and ${allowed}`,
    ];
  }
  if (terms.length === 0) return [sql`${row(sql`${tiers.text} + ${cited}`)} where ${allowed}`];
  const isLoose = matchDecisions !== all.library;
  const score = sql`case
      when ${search} @@ ${asked('name')} then ${tiers.name}
      when ${facts} @@ ${asked('all')} then ${tiers.decisionFacts}
      when ${isLoose ? sql`${search} @@ ${asked('all')}` : sql`true`} then ${tiers.decisionSummary}
      else ${isLoose ? someOf(search, facts, query.match === all) : sql`0`}
    end + ${betterOf(facts)} + ${rank}`;
  return [sql`${row(score)} where ${search} @@ ${asked('decisions')} and ${allowed}`];
}

/** `court:`, `country:` and `article:`. */
function filtered({ filters: { court, country, article } }: CompiledQuery): SQL {
  if (court === null && country === null && article === null) return sql``;
  const named = containing(court ?? '');
  return sql`and exists (select from ${courts} where ${courts.code} = decision_records.court
      and concat_ws(' ', ${courts.code}, ${courts.abbreviation}, ${courts.name}, ${courts.nameEn}) ilike ${named})
    and (${country}::text is null or decision_records.country = upper(${country}::text))
    and (${article}::text is null or ${facts} @@ ${asked('articles')})`;
}
