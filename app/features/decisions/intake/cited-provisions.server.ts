import { inArray, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import { isProvisionKey } from '~/features/citations/cited-in-text';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';

const { documentPages: pages } = schema;

/** Who checks them reads each. */
const most = 10;

/**
 * The provisions that each file cites on most pages, those of the GDPR first. They were found when the
 * text was read.
 * @param ids of files that are the actor's to change (`listDescribedFiles`)
 */
export async function listCitedProvisions(
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  authorise(actor, 'library.add');
  const { rows } = await db().execute<{ document: string; key: string }>(sql`
    select ${pages.document} as document, cited.key as key
    from ${pages}, unnest(${pages.citations}) with ordinality as cited (key, place)
    where ${inArray(pages.document, [...ids])} and cited.key ~ '^[a-z][a-z0-9-]*/[0-9]'
    group by 1, 2
    order by count(*) desc, min(${pages.page}), min(cited.place)`);
  const ofFiles = Map.groupBy(
    rows.filter(({ key }) => isProvisionKey(key)),
    ({ document }) => document,
  );
  const isGdpr = (key: string) => Number(key.startsWith('gdpr/'));
  return new Map(
    [...ofFiles].map(([document, all]) => [
      document,
      all
        .slice(0, most)
        .map(({ key }) => key)
        .toSorted((one, other) => isGdpr(other) - isGdpr(one)),
    ]),
  );
}
