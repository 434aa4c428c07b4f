import { type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { hasProvision } from '~/features/decisions/browse/filter-conditions.server';
import { citedByCount, isListedFor } from '~/features/decisions/records/visibility.server';
import type { Actor } from '~/policy/actor';
import type { CompiledQuery } from './compiled-query.server';
import { arrayOf, isCalled } from './conditions.server';
import { hasNumber } from './typed-numbers.server';
import { isOfCourt } from './courts-named.server';
import type { Provision } from './provisions';
import { asked, betterOf, fitOf, someOf, tiers } from './scores.server';

const { decisionRecords: records } = schema;

const search = sql`decision_records.search`;
/** Names, numbers, court, provisions and topics. */
const facts = sql`ts_filter(${search}, '{a,b,c}')`;
/** How often it is cited decides where all else is about equal. */
const citedTo = (actor: Actor) => sql`least(0.09, 0.015 * ln(1 + ${citedByCount(actor)}))`;
/** Made once, not for each decision, and kept from the planner, as `asked` is. */
const once = (query: string) => sql`(select ${query}::tsquery)`;

/** As many decisions as these tell how rare a term is. */
const counted = 2_000;

/** How much each term tells: those that few decisions have the most. */
function weightsOf(terms: readonly string[], actor: Actor): SQL {
  const seen = (condition: SQL) => sql`(select count(*) from (
    select from ${records} where ${condition} and ${isListedFor(actor)} limit ${counted}) as seen)`;
  return sql`(
    with whole as materialized (select ${seen(sql`true`)} as number)
    select array_agg(ln(2 + whole.number::real / (1 + ${seen(sql`${search} @@ term`)}))::real order by place)
      from whole, unnest(${arrayOf(terms)}::tsquery[]) with ordinality as term (term, place))`;
}

const isLoose = ({ fewestTerms }: CompiledQuery): boolean => fewestTerms !== null;

/**
 * That a decision has enough of the terms. Those that have any are counted term by term: as one condition
 * of all combinations, most of the time of a long question went into reading that.
 */
function hasWords({ all, terms, fewestTerms }: CompiledQuery): SQL[] {
  const words = terms.map(({ decision }) => decision);
  const any = words.map((one) => `(${one})`).join(' | ');
  const needed = fewestTerms === null ? all.decision : any;
  if (!needed) return [];
  const had = sql`(select count(*) from unnest((select ${arrayOf(words)}::tsquery[])) as term (term)
    where ${search} @@ term)`;
  const isEnough = fewestTerms !== null && fewestTerms > 1 ? [sql`${had} >= ${fewestTerms}`] : [];
  return [sql`${search} @@ ${once(needed)}`, ...isEnough];
}

/** The columns of `query` (see `asked`) that texts of the library and decisions are scored by. */
export function askedColumns(query: CompiledQuery, actor: Actor): SQL {
  const terms = query.terms.map(({ library }) => library);
  const ofDecision = query.terms.map(({ decision }) => decision);
  const closest = query.terms.map(({ closestDecision }) => closestDecision);
  return sql`${query.all.library}::tsquery as "all", ${query.all.decision}::tsquery as all_of_decision,
    ${query.all.closest}::tsquery as closest, ${query.name}::tsquery as name, ${query.decisionName}::tsquery as decision_name,
    ${query.paragraph}::tsquery as paragraph, ${query.letter}::tsquery as letter, ${query.act}::tsquery as act,
    ${sql.param(terms)}::text[]::tsquery[] as terms, ${sql.param(ofDecision)}::text[]::tsquery[] as terms_of_decision,
    ${sql.param(closest)}::text[]::tsquery[] as closest_terms,
    ${isLoose(query) ? weightsOf(ofDecision, actor) : sql`null::real[]`} as weights`;
}

/** Whether a decision is what the query asks for and the actor may find it. */
export function isDecisionFor(query: CompiledQuery, actor: Actor): SQL {
  const { citations, without } = query;
  const conditions = [
    isListedFor(actor),
    // It is what a number names, whatever court, date and other numbers are typed beside it.
    ...(citations.length > 0 ? [isCalled(sql`decision_records.keys`, citations)] : hasWords(query)),
    ...(without.library ? [sql`not (${search} @@ ${once(without.library)})`] : []),
    ...filtersOf(query),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** What has the number as it was typed comes before what may have been meant by it as well. */
const isNumberedOf = ({ numbers }: CompiledQuery): SQL =>
  numbers.length === 0 ? sql`0` : sql`case when ${hasNumber(arrayOf(numbers))} then 0.5 else 0 end`;

/** What such a decision scores: by identifier, name, facts and summary. Of a query with `query`. */
export function decisionScore(query: CompiledQuery, actor: Actor): SQL {
  const cited = citedTo(actor);
  const { citations, terms, all } = query;
  const rank = sql`${fitOf(search, asked('closest_terms'))} + ${cited}`;
  if (citations.length > 0)
    return sql`(${tiers.identifier} + ${isNumberedOf(query)} + ${rank})::real`;
  if (terms.length === 0) return sql`(${tiers.text} + ${cited})::real`;
  const hasSome = isLoose(query);
  return sql`(case
      when ${search} @@ ${asked('decision_name')} then ${tiers.name}
      when ${facts} @@ ${asked('all_of_decision')} then ${tiers.decisionFacts}
      when ${hasSome ? sql`${search} @@ ${asked('all_of_decision')}` : sql`true`} then ${tiers.decisionSummary}
      else ${hasSome ? someOf(search, facts, { terms: asked('terms_of_decision'), isAmongMany: query.match === all }) : sql`0`}
    end + ${betterOf(query, facts)} + ${rank})::real`;
}

/** Decisions by identifier, name, facts and summary, as a part of the search of the site. */
export const decisionMatches = (query: CompiledQuery, actor: Actor): SQL => sql`
  select 'decision', 'decision', decision_records.id::text,
      extract(year from decision_records.decided_on)::int, ${decisionScore(query, actor)},
      ${isLoose(query) ? sql`${search} @@ ${asked('all_of_decision')}` : sql`true`}
    from ${records} where ${isDecisionFor(query, actor)}`;

/** Those with all terms, whose order does not matter. */
export const decisionsWithAll = (query: CompiledQuery, actor: Actor): SQL =>
  sql`select from ${records} where ${isDecisionFor(query, actor)}`;

/** `ranked`: what the decisions within a condition score. */
export const rankedDecisions = (query: CompiledQuery, actor: Actor, where: SQL): SQL => sql`(
  with query as materialized (select ${askedColumns(query, actor)})
  select decision_records.id as id, decision_records.decided_on as decided_on,
      decision_records.identifier as identifier, ${decisionScore(query, actor)} as score
    from ${records} where ${where}) as ranked`;

/** `court:`, `country:` and `article:`, and what is excluded of these. */
function filtersOf(query: CompiledQuery): SQL[] {
  const { courts, countries, articles } = query.filters;
  const excluded = excludedBy(query);
  return [
    ...(courts.length > 0 ? [anyOf(courts.map(isOfCourt))] : []),
    ...(countries.length > 0 ? [isOfCountry(countries)] : []),
    ...articles.map(isAbout),
    ...(excluded ? [sql`not ${excluded}`] : []),
  ];
}

/** That a decision is of a court or country, or about an article, that is excluded; null where none is. */
export function excludedBy({ excluded }: CompiledQuery): SQL | null {
  const { courts, countries, articles } = excluded;
  const conditions = [
    ...courts.map(isOfCourt),
    ...(countries.length > 0 ? [isOfCountry(countries)] : []),
    ...articles.map(isAbout),
  ];
  return conditions.length > 0 ? anyOf(conditions) : null;
}

const anyOf = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` or `)})`;
const isOfCountry = (countries: readonly string[]) =>
  sql`decision_records.country = any(${arrayOf(countries)})`;

/** An article of an act as the facet has it; without an act, of any that is named with its decisions. */
function isAbout({ article: asked, words }: { article: Provision; words: string }): SQL {
  const { instrument, article, paragraph, letter } = asked;
  const parts = [article, paragraph, paragraph && letter].filter(Boolean).join('/');
  if (instrument !== null) return hasProvision(`${instrument}/${parts}`);
  const hasArticle = sql`${facts} @@ ${once(words)}`;
  if (parts === article) return hasArticle;
  return sql`(${hasArticle} and exists (select from unnest(${records.provisions}) as one (name)
    where one.name || '/' like ${`%/${parts}/%`}))`;
}
