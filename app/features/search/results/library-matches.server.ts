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
  containing,
  rankOf,
  shareOf,
  someOf,
  tiers,
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

const isDecision = sql`(r.metadata ->> 'kind' in ('judgment', 'summary'))`;
const facts = sql`r.ranked_words`;
const kind = sql`case when decision.id is null then 'library' else 'decision' end`;
/** Of the decision, of the judgment as its document names it, else in which a document came. */
const year = sql`coalesce(extract(year from decision.decided_on)::int,
  left(r.metadata #>> '{judgment,decidedOn}', 4)::int, case when not r.folder then ${yearOf(sql`r.created_at`)} end)`;
const row = (score: SQL) =>
  sql`select ${kind}, ${kind}, coalesce(decision.id, r.id)::text, ${year}, (${score})::real`;
const inTextOf = sql`case when ${isDecision} then ${tiers.decisionText} else ${tiers.text} end`;

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
  const decision = decisionOf(scope);
  const where = sql`${decision} where ${mayRead} and not (r.search @@ ${asked('without')}) ${filtered(query)}`;
  if (query.citations.length > 0) return cited(query, where);
  if (query.terms.length === 0) {
    return [sql`${row(sql`${tiers.text}`)} from ${resources} r ${where} and ${isDecision}`];
  }
  const isLoose = query.fewestTerms !== null;
  const score = scoreOf(query, isLoose);
  const from = (match: SQL, is: SQL, vector = sql`r.search`) => sql`${row(score)} from (
      select * from ${resources} r where ${vector} @@ ${match} offset 0
    ) as r ${where} and ${is}`;
  const whole = isLoose
    ? [from(asked('decisions'), isDecision), from(asked('match'), sql`not ${isDecision}`)]
    : [from(asked('match'), sql`true`)];
  // The words of a whole text are kept without their places: a phrase is known to the details and to
  // the page only.
  if (!query.all.library.includes('<')) return whole;
  const onPage = sql`${inTextOf} + ${rankOf(sql`p.search`, asked('all'))}`;
  return [
    ...whole,
    from(asked('all'), sql`true`, facts),
    sql`${row(onPage)} from (
      select p.document, p.search from ${documentPages} p where p.search @@ ${asked('all')} offset 0
    ) as p join ${resources} r on r.id = p.document ${where}`,
  ];
}

function scoreOf({ plain, match, all }: CompiledQuery, isLoose: boolean): SQL {
  const titles = plain.map((one) => one.toLowerCase());
  const some = { terms: asked('terms'), isAmongMany: match === all };
  const inText = isLoose ? sql`r.search @@ ${asked('all')}` : sql`true`;
  const rest = isLoose
    ? sql`case when ${isDecision} then ${someOf(sql`r.search`, facts, some)} else ${shareOf(sql`r.search`, facts, asked('terms'))} end`
    : sql`0`;
  return sql`case
      when (${isDecision} and ${facts} @@ ${asked('name')}) or lower(r.title) = any(${arrayOf(titles)}) then ${tiers.name}
      when ${facts} @@ ${asked('all')} then case when ${isDecision} then ${tiers.decisionFacts} else ${tiers.facts} end
      when ${inText} then ${inTextOf}
      else ${rest}
    end + ${betterOf(facts)}
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

/** `court:`, `country:` and `article:`, which only decisions have. */
function filtered({ filters: { court, country, article } }: CompiledQuery): SQL {
  if (court === null && country === null && article === null) return sql``;
  return sql`and ${isDecision}
    and coalesce(r.metadata #>> '{judgment,court}', '') ilike ${containing(court ?? '')}
    and (${country}::text is null or r.metadata #>> '{judgment,country}' = upper(${country}::text))
    ${article === null ? sql`` : sql`and ${facts} @@ ${asked('articles')}`}`;
}
