import { inArray } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import type { CoverFocus } from '~/rich-text/pictures';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { drawCover } from './cover-drawing.server';

export { drawCover };

const { pictures } = schema;

/** The pictures of these ids, as pages show them. */
export function findCovers(ids: string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  const { id, width, height, variants } = pictures;
  return db().select({ id, width, height, variants }).from(pictures).where(inArray(id, ids));
}

/** An entry of a list: an event, or a text of a kind, whose translations share their group. */
type Covered = {
  id: string;
  kind?: 'news' | 'article';
  translationGroup?: string;
  cover: string | null;
  coverFocus: CoverFocus;
};

/** Entries with what a card shows of each: its picture, else a drawing. */
export async function withCovers<Entry extends Covered>(actor: Actor, entries: readonly Entry[]) {
  authorise(actor, 'publication.read');
  const found = await findCovers(entries.flatMap(({ cover }) => cover ?? []));
  return entries.map((entry) => {
    const { kind = 'event', id, translationGroup = id } = entry;
    const picture = found.find((candidate) => candidate.id === entry.cover);
    const shown = picture && { ...picture, focus: entry.coverFocus };
    return { ...entry, cover: shown ?? drawCover(kind, translationGroup) };
  });
}
