import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { db, readLate, schema } from '~/db/db.server';
import { instrumentOf, isKnownArticle, parseProvision } from '~/features/citations/provisions';
import { isListedFor } from '~/features/decisions/records/visibility.server';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';

const { courts, decisionRecords: records } = schema;

/** The most decisions that a page of a provision lists. */
const maxListed = 500;

/**
 * The decisions on an article, with their number by country and year.
 * @param provision an instrument and an article, "gdpr/82"
 * @throws AppError `error.not-found` when there is no such instrument or article
 */
export async function getProvision(actor: Actor, provision: string) {
  authoriseReading(actor);
  if (!parseProvision(provision)) throw new AppError('error.not-found');
  return readLate(async () => {
    const within = and(isListedFor(actor), sql`${records.articles} @> array[${provision}]::text[]`);
    const decisions = await db()
      .select({
        identifier: records.identifier,
        names: records.names,
        caseNumbers: records.caseNumbers,
        decidedOn: records.decidedOn,
        country: records.country,
        provisions: records.provisions,
        courtCode: courts.code,
        court: courts.name,
        abbreviation: courts.abbreviation,
      })
      .from(records)
      .innerJoin(courts, eq(courts.code, records.court))
      .where(within)
      .orderBy(desc(records.decidedOn), asc(records.identifier))
      .limit(maxListed);
    if (decisions.length === 0 && !isKnownArticle(provision)) throw new AppError('error.not-found');
    const byCountry = await db().execute<{ value: string; count: number }>(
      sql`select country as value, count(*)::integer as count from ${records}
        where ${within} group by 1 order by 2 desc, 1`,
    );
    const byYear = await db().execute<{ value: string; count: number }>(
      sql`select extract(year from decided_on)::integer::text as value, count(*)::integer as count
        from ${records} where ${within} group by 1 order by 1 desc`,
    );
    return { decisions, byCountry: byCountry.rows, byYear: byYear.rows };
  });
}

/** The articles of an instrument with decisions on them, and how many. */
export async function listArticles(actor: Actor, instrument: string) {
  authoriseReading(actor);
  const known = instrumentOf(instrument);
  if (!known) throw new AppError('error.not-found');
  const { rows } = await db().execute<{ provision: string; count: number }>(
    sql`select article as provision, count(*)::integer as count
      from ${records}, unnest(${records.articles}) as article
      where ${isListedFor(actor)} and split_part(article, '/', 1) = ${known}
      group by 1`,
  );
  const numberOf = (provision: string) => Number(/\/(\d+)/.exec(provision)?.[1] ?? 0);
  return rows.toSorted((a, b) => numberOf(a.provision) - numberOf(b.provision));
}
