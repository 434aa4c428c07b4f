import { type SQL, sql } from 'drizzle-orm';

/** All in one parameter, so that the query is the same for any number of them. */
export const arrayOf = (texts: readonly string[]): SQL => sql`${sql.param([...texts])}::text[]`;

/** That each of the citations is there, under one of its keys. */
export const citesAll = (keys: SQL, citations: readonly string[][]): SQL =>
  sql.join(
    citations.map((one) => sql`${keys} && ${arrayOf(one)}`),
    sql` and `,
  );

/** That something is called by any of them. */
export const isCalled = (keys: SQL, citations: readonly string[][]): SQL =>
  sql`${keys} && ${arrayOf(citations.flat())}`;
