import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { concepts } from './concepts';

/** What only a term of another language finds, in so many decisions, it finds by chance. */
const byChance = 5;

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
});

test('no term is looked for whose stem is that of another English word', async () => {
  const terms = concepts.flatMap(({ wanted }, concept) =>
    wanted.map(({ language, text }) => ({ concept, language, text })),
  );
  const { rows } = await db().execute<{ language: string; text: string }>(sql`
    with given as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) as given (concept int, language text, text text)),
      configurations as materialized (
        select language, library_configuration(language) as configuration from (select distinct language from given) as l),
      terms as materialized (
        select *, phraseto_tsquery(configuration, text) as query from given join configurations using (language)),
      found as materialized (
        select concept, language, text, decision_records.id from terms, decision_records where search @@ query)
    select language, text from found where language <> 'en' and not exists (
        select from found as english where english.language = 'en' and english.concept = found.concept and english.id = found.id)
      group by concept, language, text having count(*) >= ${byChance} order by text`);
  expect(rows).toEqual([]);
});
