import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/** The year of a moment by the clock of the association, as results show their dates. */
export const yearOf = (moment: SQLWrapper): SQL =>
  sql`extract(year from ${moment} at time zone 'Europe/Brussels')::int`;
