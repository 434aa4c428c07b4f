import { inArray, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { citationKey } from '~/features/citations/citation-key';
import { authoriseReading } from '~/features/decisions/records/authorise-reading.server';
import { isFileFor } from '~/features/decisions/records/visibility.server';
import type { Actor } from '~/policy/actor';
import { can } from '~/policy/permissions';
import { sentenceAround } from './sentence-around';

const { decisionRecords: records, documentPages: pages, intranetResources } = schema;

type Named = { identifier: string; caseNumbers: readonly string[] };
export type Sentence = { text: string; language: string | null };
/** By the identifier of the decision that cites or is cited. */
export type Sentences = Record<string, Sentence>;

/** More pages of one decision are not looked through. */
const maxPages = 300;

const keysOf = ({ identifier, caseNumbers }: Named): string[] =>
  [identifier, ...caseNumbers].map(citationKey).filter((key) => /\d/.test(key));

const textArray = (all: readonly string[]) =>
  sql`array[${sql.join(
    all.map((one) => sql`${one}`),
    sql`, `,
  )}]::text[]`;

/** The sentences in which other decisions cite one, from texts in the library that the actor may read. */
export async function listCitingSentences(
  actor: Actor,
  cited: Named,
  citing: readonly Named[],
): Promise<Sentences> {
  authoriseReading(actor);
  const keys = keysOf(cited);
  if (!can(actor, 'library.read') || citing.length === 0 || keys.length === 0) return {};
  const found = await db()
    .selectDistinctOn([records.identifier], {
      identifier: records.identifier,
      text: pages.text,
      language: pages.language,
    })
    .from(records)
    .innerJoin(intranetResources, sql`${isFileFor(actor)}`)
    .innerJoin(pages, sql`${pages.document} = ${intranetResources.id}`)
    .where(
      sql`${inArray(
        records.identifier,
        citing.map(({ identifier }) => identifier),
      )} and ${pages.citations} && ${textArray(keys)}`,
    )
    .orderBy(records.identifier, pages.page);
  return Object.fromEntries(
    found.flatMap(({ identifier, text, language }) => {
      const sentence = sentenceAround(text, keys, language);
      return sentence ? [[identifier, { text: sentence, language }]] : [];
    }),
  );
}

/** The sentences in which a decision cites others, from its texts in the library that the actor may read. */
export async function listCitedSentences(
  actor: Actor,
  citing: string,
  cited: readonly Named[],
): Promise<Sentences> {
  authoriseReading(actor);
  const keys = cited.flatMap(keysOf);
  if (!can(actor, 'library.read') || keys.length === 0) return {};
  const texts = await db()
    .select({ text: pages.text, language: pages.language })
    .from(records)
    .innerJoin(intranetResources, sql`${isFileFor(actor)}`)
    .innerJoin(pages, sql`${pages.document} = ${intranetResources.id}`)
    .where(sql`${records.identifier} = ${citing} and ${pages.citations} && ${textArray(keys)}`)
    .orderBy(pages.document, pages.page)
    .limit(maxPages);
  return Object.fromEntries(
    cited.flatMap((decision) => {
      const own = keysOf(decision);
      for (const { text, language } of texts) {
        const sentence = sentenceAround(text, own, language);
        if (sentence) return [[decision.identifier, { text: sentence, language }]];
      }
      return [];
    }),
  );
}
