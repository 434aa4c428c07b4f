import { sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';

const { documentPages, intranetResources: resources, searchWords } = schema;

/** Only words: no numbers, no initials, nothing that is longer than any compound. */
export const isWord = sql.raw(
  "length(word) between 4 and 40 and word ~ '^[[:alpha:]][[:alpha:]-]*$'",
);

/** Adds the words of one document of the members at once, so that they need not wait for the night. */
export async function indexSearchWords(document: string): Promise<void> {
  await db().execute(sql`
    insert into ${searchWords} (word, folded, uses)
    select distinct word, unaccent(word), 1 from ${documentPages} p join ${resources} r on r.id = p.document,
      lateral unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', search_text(p.text)))) as lexeme (word)
    where p.document = ${document} and r.collection = 'userIntranet' and r.trashed_at is null and ${isWord}
    order by word
    on conflict (word) do nothing`);
}
