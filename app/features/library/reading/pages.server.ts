import { and, asc, eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { visibleTo } from '~/features/library/resources/resources.server';
import { authorise } from '~/policy/permissions';

const { documentPages: pages, intranetResources: resources } = schema;

/** The text of a document by page, as far as it has been read. */
export async function readPages(actor: Actor, id: string): Promise<string[]> {
  authorise(actor, 'library.read');
  const found = await db()
    .select({ text: pages.text })
    .from(pages)
    .innerJoin(resources, eq(resources.id, pages.document))
    .where(and(eq(pages.document, id), visibleTo(actor)))
    .orderBy(asc(pages.page))
    .limit(200);
  return found.map(({ text }) => text);
}
