import pg from 'pg';

/** Does what the schedule does at its hour. */
export async function runJob(site: { databaseUrl: string }, job: string): Promise<void> {
  const database = new pg.Client({ connectionString: site.databaseUrl });
  await database.connect();
  try {
    await database.query('insert into pgboss.job (name) values ($1)', [job]);
  } finally {
    await database.end();
  }
}
