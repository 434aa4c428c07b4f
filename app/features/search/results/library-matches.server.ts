import { type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import { isListedFor } from '~/features/decisions/records/records.server';
import {
  isInShownLanguage,
  readableCollections,
} from '~/features/library/resources/resources.server';
import {
  arrayOf,
  asked,
  betterOf,
  citesAll,
  type CompiledQuery,
  excludedBy,
  isCalledCourt,
  rankOf,
  shareOf,
  someOf,
  tiers,
  unless,
} from '~/features/decisions/query/query.server';
import type { Collection } from '~/lib/collections';
import type { Actor } from '~/policy/actor';
import type { Scope } from './candidates.server';
import { yearOf } from './years.server';

const { decisionRecords, documentPages, intranetResources: resources } = schema;

/** Which documents and folders the actor reads, for rows named `r`; null when there are none. */
export function readableDocuments(actor: Actor, collection?: Collection): SQL | null {
  const readable = readableCollections(actor).filter((one) => !collection || one === collection);
  if (readable.length === 0) return null;
  const columns = { language: sql`r.language`, user: sql`r.user_id` };
  const isShown = isInShownLanguage(actor, columns) ?? sql`true`;
  return sql`r.collection = any(${arrayOf(readable)}) and r.trashed_at is null and ${isShown}`;
}

const isJudgment = sql`(r.metadata ->> 'kind' in ('judgment', 'summary'))`;
const facts = sql`r.ranked_words`;
const kind = sql`case when decision.id is null then 'library' else 'decision' end`;
/** Of the decision, of the judgment as its document names it, else in which a document came. */
const cameIn = sql`case when not r.folder then ${yearOf(sql`r.created_at`)} end`;
const year = sql`coalesce(extract(year from decision.decided_on)::int,
  left(r.metadata #>> '{judgment,decidedOn}', 4)::int, ${cameIn})`;
const row = (score: SQL, hasAll = sql`true`) =>
  sql`select ${kind}, ${kind}, coalesce(decision.id, r.id)::text, ${year}, (${score})::real, ${hasAll}`;
/** Of what is no judgment, and so no text of a decision. */
const otherRow = (score: SQL, hasAll: SQL) =>
  sql`select 'library', 'library', r.id::text, ${cameIn}, (${score})::real, ${hasAll}`;
const inTextOf = sql`case when ${isJudgment} then ${tiers.decisionText} else ${tiers.text} end`;

/**
 * The decision of which a document is a text, when the actor finds it: it is shown inside that
 * result. In one area of the library there are documents only.
 */
function decisionOf({ actor, collection }: Scope): SQL {
  const isOwn = sql`upper(${decisionRecords.identifier}) = upper(r.metadata #>> '{judgment,ecli}')`;
  const isSeen = collection ? sql`false` : isListedFor(actor);
  return sql`left join lateral (
    select ${decisionRecords.id}, ${decisionRecords.decidedOn} from ${decisionRecords} where ${isOwn} and ${isSeen}
  ) as decision on true`;
}

/**
 * Documents and folders by their title and details, by their whole text, and phrases by the page
 * they stand on.
 */
export function libraryMatches(query: CompiledQuery, scope: Scope): SQL[] {
  const mayRead = readableDocuments(scope.actor, scope.collection);
  if (!mayRead) return [];
  const isOpen = sql`where ${mayRead} ${unless(query.without.library, sql`r.search`, 'without')} ${filtered(query)}`;
  const where = sql`${decisionOf(scope)} ${isOpen}`;
  if (query.citations.length > 0) return cited(query, where);
  if (query.terms.length === 0) {
    return [sql`${row(sql`${tiers.text}`)} from ${resources} r ${where} and ${isJudgment}`];
  }
  const matching = (condition: SQL, kindOf: Scored) => {
    const [rowOf, whereOf] = kindOf.isJudgment ? [row, where] : [otherRow, isOpen];
    return sql`${rowOf(scoreOf(query, kindOf), kindOf.hasAll)} from (
      select * from ${resources} r where ${condition} offset 0
    ) as r ${whereOf}`;
  };
  const hasAll = sql`r.search @@ ${asked('all')}`;
  const judgment = { isJudgment: true, hasAll: query.fewestTerms === null ? sql`true` : hasAll };
  const other = { isJudgment: false, hasAll: query.match === query.all ? sql`true` : hasAll };
  const whole = [
    matching(sql`${hasEnough(query)} and ${isJudgment}`, judgment),
    matching(sql`r.search @@ ${asked('match')} and ${isJudgment} is not true`, other),
  ];
  // The words of a whole text are kept without their places: a phrase is known to the details and to
  // the page only.
  if (!hasPhrase(query)) return whole;
  const onPage = sql`${inTextOf} + ${rankOf(sql`p.search`, asked('all'))}`;
  return [
    ...whole,
    matching(sql`${facts} @@ ${asked('all')} and ${isJudgment}`, judgment),
    matching(sql`${facts} @@ ${asked('all')} and ${isJudgment} is not true`, other),
    sql`${row(onPage)} from ${pagesWithAll} ${where}`,
  ];
}

const hasPhrase = ({ all }: CompiledQuery): boolean => all.library.includes('<');

const pagesWithAll = sql`(
    select p.document, p.search from ${documentPages} p where p.search @@ ${asked('all')} offset 0
  ) as p join ${resources} r on r.id = p.document`;

/** That a judgment has enough of the terms, which are counted where fewer than all are enough. */
function hasEnough({ fewestTerms }: CompiledQuery): SQL {
  const any = sql`r.search @@ ${asked('decisions')}`;
  if (fewestTerms === null || fewestTerms === 1) return any;
  const had = sql`(select count(*) from unnest(${asked('terms')}) as term (term) where r.search @@ term)`;
  return sql`${any} and ${had} >= ${fewestTerms}`;
}

/** Texts of decisions that the actor finds, those with all terms in the whole text or on a page. */
export function decisionTextsWithAll(query: CompiledQuery, scope: Scope): SQL[] {
  const mayRead = readableDocuments(scope.actor, scope.collection);
  if (!mayRead) return [];
  const isOne = sql`${decisionOf(scope)} where ${isJudgment} and decision.id is not null and ${mayRead} ${filtered(query)}`;
  const whole = sql`select from ${resources} r ${isOne} and r.search @@ ${asked('match')}`;
  return hasPhrase(query) ? [whole, sql`select from ${pagesWithAll} ${isOne}`] : [whole];
}

/** Of judgments and summaries, or of all else, and whether one has all terms. */
type Scored = { isJudgment: boolean; hasAll: SQL };

function scoreOf(query: CompiledQuery, { isJudgment: isOfDecision, hasAll }: Scored): SQL {
  const { plain, match, all } = query;
  const titles = plain.map((one) => one.toLowerCase());
  const isTitle = sql`lower(r.title) = any(${arrayOf(titles)})`;
  const [isNamed, inFacts, inText, some] = isOfDecision
    ? [
        sql`${facts} @@ ${asked('name')} or ${isTitle}`,
        tiers.decisionFacts,
        tiers.decisionText,
        someOf(sql`r.search`, facts, { terms: asked('terms'), isAmongMany: match === all }),
      ]
    : [isTitle, tiers.facts, tiers.text, shareOf(sql`r.search`, facts, asked('terms'))];
  return sql`case
      when ${isNamed} then ${tiers.name}
      when ${facts} @@ ${asked('all')} then ${inFacts}
      when ${hasAll} then ${inText}
      else ${some}
    end + ${betterOf(query, facts)}
    + ${rankOf(facts, asked('closest'))}`;
}

/** What an identifier or number names, then what cites it. */
function cited({ citations, all }: CompiledQuery, where: SQL): SQL[] {
  const words = all.library === '' ? sql`true` : sql`r.search @@ ${asked('all')}`;
  const rank = rankOf(facts, asked('all'));
  return [
    sql`${row(sql`${tiers.identifier} + ${rank}`)} from ${resources} r
      ${where} and ${citesAll(sql`r.citations`, citations)} and ${words}`,
    sql`${row(sql`${inTextOf} + ${rank}`)}
      from ${documentPages} p join ${resources} r on r.id = p.document
      ${where} and ${citesAll(sql`p.citations`, citations)} and ${words}`,
  ];
}

const courtOf = sql`r.metadata #>> '{judgment,court}'`;
const countryOf = sql`r.metadata #>> '{judgment,country}'`;

/** `court:`, `country:` and `article:`, which only decisions have, and what is excluded of these. */
function filtered(query: CompiledQuery): SQL {
  const { courts, countries, articles } = query.filters;
  if ([courts, countries, articles].every(({ length }) => length === 0)) return notExcluded(query);
  const ofCourts = courts.map((court) => isCalledCourt(court, courtOf, countryOf));
  return sql`${notExcluded(query)} and ${isJudgment}
    ${courts.length === 0 ? sql`` : sql`and (${sql.join(ofCourts, sql` or `)})`}
    ${countries.length === 0 ? sql`` : sql`and ${countryOf} = any(${arrayOf(countries)})`}
    ${articles.length === 0 ? sql`` : sql`and ${facts} @@ ${asked('articles')}`}`;
}

/** Neither by its own details nor by those of the decision of which it is a text. */
function notExcluded(query: CompiledQuery): SQL {
  const ofDecision = excludedBy(query);
  if (ofDecision === null) return sql``;
  const { courts, countries, articles } = query.excluded;
  const ofDetails = [
    ...courts.map((court) => isCalledCourt(court, courtOf, countryOf)),
    sql`coalesce(${countryOf}, '') = any(${arrayOf(countries)})`,
    ...articles.map(({ words }) => sql`${facts} @@ ${words}::tsquery`),
  ];
  return sql`and (${isJudgment} is not true or not (${sql.join(ofDetails, sql` or `)} or exists (
    select from ${decisionRecords}
    where upper(${decisionRecords.identifier}) = upper(r.metadata #>> '{judgment,ecli}') and ${ofDecision})))`;
}
