import { sql } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';

const { documentPages: pages, intranetResources: resources } = schema;

/** Stores the words of all pages as one tsvector without positions (1 MB at most). */
export async function indexPageWords(tx: Transaction, document: string): Promise<void> {
  await tx.execute(sql`
    update ${resources} set text_words = (
      select array_to_tsvector(array_agg(word)) from (
        select distinct word from ${pages},
          lateral unnest(tsvector_to_array(${pages.search})) as lexeme (word)
        where ${pages.document} = ${document} and word <> '' order by word limit 40000
      ) as words)
    where id = ${document}`);
}
