import { type SQL, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';

const { courts, decisionCitations, decisionRecords: records } = schema;

/** Numbers of rows in any order add up to the same. */
const sumOf = (text: SQL) => sql`coalesce(sum(hashtextextended(${text}, 0)), 0)`;

/**
 * Changes whenever something does in what is written of the decisions within a condition: the decisions,
 * their courts and what they cite. `xmin` is the transaction that wrote a row (PostgreSQL, System Columns),
 * so that no change of any kind is missed, and no long text is read.
 */
export async function fingerprintOf(where: SQL): Promise<string> {
  const { rows } = await db().execute<{ fingerprint: string }>(sql`
    with found as materialized (
      select ${records.id} as id, ${records.court} as court, decision_records.xmin::text as written
      from ${records} where ${where}
    )
    select concat_ws(' ',
      (select concat(count(*), ' ', ${sumOf(sql`concat(id, written)`)}) from found),
      (select ${sumOf(sql`concat(${courts.code}, courts.xmin)`)} from ${courts}
        where ${courts.code} in (select court from found)),
      (select ${sumOf(sql`concat(${decisionCitations.id}, decision_citations.xmin)`)}
        from ${decisionCitations} where ${decisionCitations.citing} in (select id from found))
    ) as fingerprint`);
  return rows[0]?.fingerprint ?? '';
}
