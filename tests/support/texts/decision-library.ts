import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { db, schema } from '~/db/db.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { citationKeys } from '~/features/citations/citation-key';
import { newId } from '~/lib/new-id';

const folder = 'tests/documents/decisions';

const decisionsFile = z.array(
  z.object({
    caseNumber: z.string().nullish(),
    ecli: z.string().nullish(),
    name: z.string(),
    court: z.string(),
    dateDecided: z.string(),
    celex: z.string().nullish(),
    gdprOrDirectiveArticles: z.array(z.string()),
    keywords: z.array(z.string()),
    summary: z.string(),
    sourceUrl: z.string().optional(),
  }),
);
type Decision = z.output<typeof decisionsFile>[number];

/** Real decisions of European courts, with summaries in own words. */
export const decisions: readonly Decision[] = decisionsFile.parse(
  JSON.parse(readFileSync(`${folder}/judgments.json`, 'utf8')),
);

/** A question to the search, and the decisions that answer it by case number or ECLI. */
export type DecisionQuery = { language: string; query: string; expected: string[] };

const readQueries = (file: string): DecisionQuery[] =>
  readFileSync(`${folder}/${file}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [language = '', query = '', expected = ''] = line.split('\t');
      return { language, query, expected: expected.split(',') };
    });

export const decisionQueries: readonly DecisionQuery[] = readQueries('queries.tsv');

/** The same by parties as a record names them, in any language, by initials and in other letters. */
export const partyQueries: readonly DecisionQuery[] = readQueries('party-queries.tsv');

/** The same by what had happened, of which only the summaries of the records tell. */
export const factQueries: readonly DecisionQuery[] = readQueries('fact-queries.tsv');

/** The same as judges, clerks, lawyers and journalists may type them, in twenty languages and everyday words. */
export const everydayQueries: readonly DecisionQuery[] = readQueries('everyday-queries.tsv');

/** A case number without what is said of other cases. */
export const shortNumber = (number: string): string =>
  number.replace(/ and others$| \/ HA ZA.*$/, '');

/** The decisions as documents of the library. */
export async function loadDecisions(): Promise<void> {
  for (const decision of decisions) {
    const { caseNumber, ecli, court, dateDecided, keywords, sourceUrl, name } = decision;
    const country = /^ECLI:([A-Z]{2})/.exec(ecli ?? '')?.[1] ?? 'DE';
    const judgment = {
      court,
      country,
      decidedOn: dateDecided,
      keywords,
      articles: decision.gdprOrDirectiveArticles,
      ...(ecli ? { ecli } : {}),
      ...(caseNumber ? { caseNumber } : {}),
      ...(sourceUrl ? { sourceUrl } : {}),
    };
    const document = await makeDocument(db(), {
      title: name,
      language: 'en',
      textState: 'found',
      metadata: { schema: 1, kind: 'summary', judgment },
      citations: citationKeys(`${ecli ?? ''} ; ${caseNumber ?? ''}`),
    });
    await addText(document.id, textOf(decision));
  }
}

const textOf = (one: Decision) =>
  `${one.name}\n${one.court}, ${one.dateDecided}, ${one.caseNumber ?? ''}\n${one.ecli ?? ''}\n\nProvisions: ${one.gdprOrDirectiveArticles.join('; ')}\n\n${one.summary}\n\n${one.sourceUrl ?? ''}`;

async function addText(document: string, text: string): Promise<void> {
  const citations = citationKeys(text);
  await db()
    .insert(schema.documentPages)
    .values({ document, page: 1, text, language: 'en', citations, search: '' });
  await db().execute(sql`update intranet_resources set text_words = (
    select strip(search) from intranet_document_pages where document = ${document}) where id = ${document}`);
}

/** The same numbers in every run: a linear congruential generator. */
function makeRandom(): () => number {
  let state = 42;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/**
 * Newer notes of members, made of the words of the decisions: half documents, half comments, each
 * with two keywords in its title and sentences of several decisions in its text.
 */
export async function loadNotes(count: number): Promise<void> {
  const random = makeRandom();
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const keywords = decisions.flatMap((one) => one.keywords);
  const sentences = decisions.flatMap(({ summary }) => summary.split(/(?<=\.) /));
  const provisions = decisions.flatMap((one) => one.gdprOrDirectiveArticles);
  const note = () => ({
    id: newId(),
    topic: newId(),
    title: `Note on ${pick(keywords)} and ${pick(keywords)}`,
    text: [
      `About ${pick(keywords)}, ${pick(keywords)} and ${pick(keywords)}.`,
      ...Array.from({ length: 3 }, () => pick(sentences)),
      `See ${pick(provisions)}, ${pick(keywords)}.`,
    ].join(' '),
  });
  const category = newId();
  await db()
    .insert(schema.forumCategories)
    .values({ id: category, slug: category, name: 'Notes', readRoles: ['USER', 'ADMIN', 'DEV'] });
  for (let done = 0; done < count; done += 1_000) {
    const size = Math.min(1_000, count - done);
    const notes = JSON.stringify(Array.from({ length: size / 2 }, note));
    await db().execute(sql`
      with given as (
          select * from jsonb_to_recordset(${notes}::jsonb) as given (id uuid, title text, text text)),
        made as (insert into intranet_resources
            (id, collection, folder, metadata, title, language, storage_extension, file_version, text_state, text_words)
          select id, 'userIntranet', false, '{"schema":1,"kind":"other"}', title, 'en', 'txt', 1, 'found',
            strip(search_vector(text, 'en')) from given returning id)
      insert into intranet_document_pages (document, page, text, language, search)
        select id, 1, text, 'en', '' from given`);
    const comments = JSON.stringify(Array.from({ length: size / 2 }, note));
    await db().execute(sql`
      with given as (
          select * from jsonb_to_recordset(${comments}::jsonb) as given (id uuid, topic uuid, title text, text text)),
        topics as (insert into forum_topics (id, category_id, title, comment_count)
          select topic, ${category}::uuid, title, 1 from given)
      insert into forum_comments (id, topic_id, position, body, words)
        select id, topic, 1, '{"type":"doc","content":[]}', text from given`);
  }
  await db().execute(sql`analyze`);
}
