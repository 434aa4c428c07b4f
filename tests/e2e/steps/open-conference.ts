import pg from 'pg';

/**
 * Puts off the conference of the demonstration until a month from now, so that people can register
 * for it on whatever day the tests run.
 * @returns its address
 */
export async function openConference(site: { databaseUrl: string }): Promise<string> {
  const slug = 'annual-conference-2027';
  const database = new pg.Client({ connectionString: site.databaseUrl });
  await database.connect();
  try {
    await database.query(
      `update events
       set starts_at_instant = moments.start, starts_at = moments.start at time zone zone,
           ends_at_instant = moments."end", ends_at = moments."end" at time zone zone,
           closes_at_instant = null, closes_at = null
       from (values (now() + interval '30 days', now() + interval '31 days')) as moments (start, "end")
       where slug = $1`,
      [slug],
    );
  } finally {
    await database.end();
  }
  return `/events/${slug}`;
}
