import { type SQL, sql } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import type { CompiledQuery } from '~/features/search/query/compiled-query.server';
import {
  isInShownLanguage,
  readableCollections,
} from '~/features/library/resources/resources.server';
import type { Scope } from './candidates.server';
import { arrayOf, citesAll } from './marking.server';
import { asked, rankOf, shareOf, tiers } from './scores.server';

const { documentPages, intranetResources: resources } = schema;

const isDecision = sql`(r.metadata ->> 'kind' in ('judgment', 'summary'))`;
const facts = sql`r.ranked_words`;
const row = (score: SQL) => sql`select 'library', 'library', r.id::text, (${score})::real`;

/**
 * Documents and folders by their title and details, by their whole text, and phrases by the page
 * they stand on.
 */
export function libraryMatches(query: CompiledQuery, { actor, collection }: Scope): SQL[] {
  const readable = readableCollections(actor).filter((one) => !collection || one === collection);
  if (readable.length === 0) return [];
  const columns = { language: sql`r.language`, user: sql`r.user_id` };
  const isShown = isInShownLanguage(actor, columns) ?? sql`true`;
  const mayRead = sql`r.collection = any(${arrayOf(readable)}) and r.trashed_at is null and ${isShown}`;
  const allowed = sql`${mayRead} and not (r.search @@ ${asked('without')}) ${filtered(query)}`;
  if (query.citations.length > 0) return cited(query, allowed);
  if (query.terms.length === 0) {
    return [sql`${row(sql`${tiers.text}`)} from ${resources} r where ${isDecision} and ${allowed}`];
  }
  const isLoose = query.match.library !== query.all.library;
  const score = scoreOf(query, isLoose);
  const from = (match: SQL, is: SQL) => sql`${row(score)} from (
      select * from ${resources} r where r.search @@ ${match} offset 0
    ) as r where ${is} and ${allowed}`;
  const whole = isLoose
    ? [from(asked('decisions'), isDecision), from(asked('match'), sql`not ${isDecision}`)]
    : [from(asked('match'), sql`true`)];
  // The words of a whole text are kept without their places: a phrase is known to its page only.
  if (!query.all.library.includes('<')) return whole;
  const onPage = sql`case when ${isDecision} then ${tiers.decisionText} else ${tiers.text} end
    + ${rankOf(sql`p.search`, asked('all'))}`;
  return [
    ...whole,
    sql`${row(onPage)} from (
      select p.document, p.search from ${documentPages} p where p.search @@ ${asked('all')} offset 0
    ) as p join ${resources} r on r.id = p.document where ${allowed}`,
  ];
}

function scoreOf({ plain }: CompiledQuery, isLoose: boolean): SQL {
  const inText = isLoose ? sql`r.search @@ ${asked('all')}` : sql`true`;
  const rest = isLoose
    ? sql`${shareOf(sql`r.search`, facts, asked('terms'))} * 1.5 + case when ${isDecision} then 0.75 else 0 end`
    : sql`0`;
  return sql`case
      when (${isDecision} and ${facts} @@ ${asked('name')}) or lower(r.title) = lower(${plain}) then ${tiers.name}
      when ${facts} @@ ${asked('all')} then case when ${isDecision} then ${tiers.decisionFacts} else ${tiers.facts} end
      when ${inText} then case when ${isDecision} then ${tiers.decisionText} else ${tiers.text} end
      else ${rest}
    end + case when ${facts} @@ ${asked('better')} then 0.5 else 0 end
    + ${rankOf(facts, asked('all'))}`;
}

/** What an identifier or number names, then what cites it. */
function cited({ citations, all }: CompiledQuery, allowed: SQL): SQL[] {
  const words = all.library === '' ? sql`true` : sql`r.search @@ ${asked('all')}`;
  const rank = rankOf(facts, asked('all'));
  return [
    sql`${row(sql`${tiers.identifier} + ${rank}`)} from ${resources} r
      where ${citesAll(sql`r.citations`, citations)} and ${words} and ${allowed}`,
    sql`${row(sql`case when ${isDecision} then ${tiers.decisionText} else ${tiers.text} end + ${rank}`)}
      from ${documentPages} p join ${resources} r on r.id = p.document
      where ${citesAll(sql`p.citations`, citations)} and ${words} and ${allowed}`,
  ];
}

/** `court:` and `country:`, which only decisions have; their `article:` is one of the terms. */
function filtered({ filters: { court, country, article } }: CompiledQuery): SQL {
  if (court === null && country === null && article === null) return sql``;
  const named = `%${(court ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`and ${isDecision} and coalesce(r.metadata #>> '{judgment,court}', '') ilike ${named}
    and (${country}::text is null or r.metadata #>> '{judgment,country}' = upper(${country}::text))
    and (${article}::text is null or ${facts} @@ ${asked('all')})`;
}
