import { type SQL, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { citedByCount } from '~/features/decisions/records/visibility.server';
import type { Actor } from '~/policy/actor';

const { courts, decisionCitations, decisionRecords: records } = schema;

/** Numbers of rows in any order add up to the same. */
const sumOf = (text: SQL) => sql`coalesce(sum(hashtextextended(${text}, 0)), 0)`;

/**
 * Changes whenever something does in what is written of the decisions within a condition for an actor: the
 * decisions, how many cite them, their courts (`xmin` is the transaction that wrote a row; PostgreSQL,
 * System Columns) and what they cite. Of what the actor may not see nothing is in it, not even that
 * a row was written again because of it; and no long text is read.
 */
export async function fingerprintOf(actor: Actor, where: SQL): Promise<string> {
  const { rows } = await db().execute<{ fingerprint: string }>(sql`
    with found as materialized (
      select ${records.id} as id, ${records.court} as court,
        concat_ws(' ', ${records.id}, ${records.version}, ${records.updatedAt}, ${citedByCount(actor)}) as written
      from ${records} where ${where}
    )
    select concat_ws(' ',
      (select concat(count(*), ' ', ${sumOf(sql`written`)}) from found),
      (select ${sumOf(sql`concat(${courts.code}, courts.xmin)`)} from ${courts}
        where ${courts.code} in (select court from found)),
      (select ${sumOf(sql`concat_ws(' ', ${decisionCitations.citing}, ${decisionCitations.identifier})`)}
        from ${decisionCitations} where ${decisionCitations.citing} in (select id from found))
    ) as fingerprint`);
  return rows[0]?.fingerprint ?? '';
}
