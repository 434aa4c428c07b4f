import { createHash } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { schema, transaction } from '~/db/db.server';
import { citationKeys } from '~/features/citations/citation-key';
import { recognise } from '~/features/citations/cited-in-text';
import { tables } from '~/features/citations/recogniser/tables';
import type { Job } from '~/platform/jobs/job-queue.server';

const { documentPages: pages } = schema;

/** Raised with each change of how citations are found that is no change of a table. */
const recogniser = 1;

const known = JSON.stringify(tables);

/** By what citations are found now: what was found by another version is found anew. */
export const recognitionVersion = (by = known): string =>
  `${recogniser}-${createHash('sha256').update(by).digest('hex').slice(0, 16)}`;

/** The columns of what a page cites: all that looks like a number, and what the recogniser finds. */
export const citationColumns = (text: string) => ({
  citations: [...new Set([...citationKeys(text), ...recognise(text).map(({ key }) => key)])],
  recognisedBy: recognitionVersion(),
});

/**
 * Finds the citations of pages anew that were found by other tables: at each start, and at night, some
 * at a time, so that a run that is cut short is continued by the next.
 */
export const recogniseCitations: Job<object> = {
  name: 'recognise-citations',
  schedule: '50 2 * * *',
  run: async () => {
    let last: Place | undefined = { document: '00000000-0000-0000-0000-000000000000', page: 0 };
    while (last) last = await recogniseSome(last);
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
