import { eq, inArray, sql } from 'drizzle-orm';
import { pictureIds } from '~/db/columns';
import { schema, type Transaction } from '~/db/db.server';
import { type Actor, anonymous } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { picturesIn } from '~/rich-text/pictures';
import type { RichText } from '~/rich-text/rich-text';
import { isVisibleSomewhere } from './visible-files.server';

const { pictures, publicationVersions } = schema;

/** A text that is about to be saved; the id is null while it is new. */
type SavedText = { id: string | null; body: RichText };

/**
 * Whether the pictures of a text may be in it: each is there, as large as the text says, and is the
 * actor's own, has been in the text before, or is public. Being noted as used now, none is removed
 * as left behind before the text is saved.
 */
export async function claimPictures(
  tx: Transaction,
  actor: Actor,
  { id, body }: SavedText,
): Promise<boolean> {
  authorise(actor, 'content.edit');
  const wanted = picturesIn(body).map(({ attrs }) => attrs);
  if (wanted.length === 0) return true;
  const ids = [...new Set(wanted.map((picture) => picture.id))];
  const found = await tx
    .update(pictures)
    .set({ updatedAt: new Date() })
    .where(inArray(pictures.id, ids))
    .returning();
  const areThere = wanted.every((picture) =>
    found.some(
      ({ id: known, width, height }) =>
        known === picture.id && width === picture.width && height === picture.height,
    ),
  );
  if (!areThere) return false;
  const known = await picturesOfVersions(tx, id);
  const others = found.filter(
    (picture) => picture.createdBy !== actor.id && !known.has(picture.id),
  );
  for (const picture of others) {
    if (!(await isVisibleSomewhere(anonymous, { picture: picture.id }))) return false;
  }
  return true;
}

/** The pictures that the versions of a text have. */
async function picturesOfVersions(tx: Transaction, id: string | null): Promise<Set<string>> {
  if (!id) return new Set();
  const { content, publicationId } = publicationVersions;
  const rows = await tx
    .select({ ids: sql<string[]>`${pictureIds(sql`${content} -> 'body'`)}` })
    .from(publicationVersions)
    .where(eq(publicationId, id));
  return new Set(rows.flatMap(({ ids }) => ids));
}
