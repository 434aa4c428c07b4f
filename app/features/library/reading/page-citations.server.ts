import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { schema, transaction } from '~/db/db.server';
import { citationKeys } from '~/features/citations/citation-key';
import { recognise } from '~/features/citations/cited-in-text';
import { tables } from '~/features/citations/recogniser/tables';
import { citationsOf } from '~/features/library/details/resource-citations';
import type { Job } from '~/platform/jobs/job-queue.server';

const { documentPages: pages, intranetResources: resources } = schema;

/** Raised with each change of how citations are found that is no change of a table. */
const recogniser = 2;

const known = JSON.stringify(tables);

/** By what citations are found now: what was found by another version is found anew. */
export const recognitionVersion = (by = known): string =>
  `${recogniser}-${createHash('sha256').update(by).digest('hex').slice(0, 16)}`;

/** The columns of what a page cites: all that looks like a number, and what the recogniser finds. */
export const citationColumns = (text: string) => ({
  citations: [...new Set([...citationKeys(text), ...recognise(text).map(({ key }) => key)])],
  recognisedBy: recognitionVersion(),
});

const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Finds the citations of pages anew that were found by other tables, and those of titles and details: at
 * each start, and at night, some at a time, so that a run that is cut short is continued by the next.
 */
export const recogniseCitations: Job<object> = {
  name: 'recognise-citations',
  schedule: '50 2 * * *',
  run: async () => {
    let last: Place | undefined = { document: beforeAll, page: 0 };
    while (last) last = await recogniseSome(last);
    let resource: string | undefined = beforeAll;
    while (resource) resource = await describeSome(resource);
  },
};

type Place = { document: string; page: number };

const atATime = 50;

/** @returns the last of them, when there may be more */
async function recogniseSome(after: Place): Promise<Place | undefined> {
  return transaction(async (tx) => {
    // Locked, since the text of a new file must not get the citations of the old one.
    const rows = await tx
      .select({ document: pages.document, page: pages.page, text: pages.text })
      .from(pages)
      .where(
        and(
          sql`(${pages.document}, ${pages.page}) > (${after.document}::uuid, ${after.page})`,
          sql`${pages.recognisedBy} is distinct from ${recognitionVersion()}`,
        ),
      )
      .orderBy(asc(pages.document), asc(pages.page))
      .limit(atATime)
      .for('update');
    for (const { document, page, text } of rows) {
      await tx
        .update(pages)
        .set(citationColumns(text))
        .where(and(eq(pages.document, document), eq(pages.page, page)));
    }
    return rows.length === atATime ? rows.at(-1) : undefined;
  });
}

/** Titles are short: so many are read at once. */
const titlesAtATime = 500;

/**
 * Titles and details are so short that all are read again, and written where something else is found.
 * @returns the last of them, when there may be more
 */
async function describeSome(after: string): Promise<string | undefined> {
  return transaction(async (tx) => {
    const { id, title, metadata, citations } = resources;
    const rows = await tx
      .select({ id, title, metadata, citations })
      .from(resources)
      .where(gt(id, after))
      .orderBy(asc(id))
      .limit(titlesAtATime)
      .for('update');
    for (const row of rows) {
      const found = citationsOf(row.title, row.metadata);
      if (isDeepStrictEqual(found, row.citations)) continue;
      await tx.update(resources).set({ citations: found }).where(eq(id, row.id));
    }
    return rows.length === titlesAtATime ? rows.at(-1)?.id : undefined;
  });
}
