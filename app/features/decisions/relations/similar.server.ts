import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';
import { briefColumns } from '~/features/decisions/records/records.server';
import { isListedFor } from '~/features/decisions/records/visibility.server';
import type { Actor } from '~/policy/actor';

const { courts, decisionRecords: records } = schema;

const maxShown = 5;
/** So many of the newest on the same articles are compared. */
const maxCompared = 400;
/** What has less in common is not similar. */
const leastScore = 1.5;

/** How much two lists have in common, 0 to 1: the entries of both by the mean of their lengths (cosine). */
const inCommon = (one: SQL, other: SQL) => sql`coalesce(
  (select count(*) from unnest(${one}) as entry where entry = any(${other}))
    / nullif(sqrt(cardinality(${one})::real * cardinality(${other})), 0), 0)`;

/**
 * The decisions most like one, among those that cite the same decisions and the newest on the same
 * articles. Their score is 3 times what the articles have in common, 2 times what the topics have, and 1
 * for each decision that both cite and the actor may find, up to 3.
 */
export async function listSimilar(actor: Actor, id: string) {
  authoriseReading(actor);
  const shared = sql`(select other.citing as id, least(3, count(distinct other.cited)) as cited
    from decision_citations as own join decision_citations as other on other.cited = own.cited
      join ${records} on ${records.id} = own.cited
    where own.citing = ${id} and other.citing <> ${id} and ${isListedFor(actor)} group by 1 order by 2 desc limit ${maxCompared})`;
  const sameArticles = sql`(select ${records.id} as id from ${records}, this
    where ${records.articles} && this.articles and ${isListedFor(actor)}
    order by ${records.decidedOn} desc limit ${maxCompared})`;
  const score = sql`3 * ${inCommon(sql`${records.articles}`, sql`this.articles`)}
    + 2 * ${inCommon(sql`${records.topics}`, sql`this.topics`)} + coalesce(shared.cited, 0)`;
  const scored = sql`(with this as (select articles, topics from ${records} where ${records.id} = ${id}),
      shared as ${shared},
      compared as (select id from shared union select id from ${sameArticles} as same)
    select ${records.id} as id, ${score} as score
    from compared join ${records} on ${records.id} = compared.id
      left join shared on shared.id = compared.id, this
    where ${isListedFor(actor)} and ${records.id} <> ${id}) as scored`;
  return db()
    .select(briefColumns)
    .from(records)
    .innerJoin(courts, eq(courts.code, records.court))
    .innerJoin(scored, sql`scored.id = ${records.id}`)
    .where(sql`scored.score >= ${leastScore}`)
    .orderBy(desc(sql`scored.score`), desc(records.decidedOn), asc(records.identifier))
    .limit(maxShown);
}
