import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** The name of a person in a query; null where the join finds no user. */
export const fullName = (person: Record<'firstName' | 'lastName', AnyColumn>): SQL<string | null> =>
  sql`nullif(trim(concat(${person.firstName}, ' ', ${person.lastName})), '')`;
