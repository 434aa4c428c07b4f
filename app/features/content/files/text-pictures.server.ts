import { inArray } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import type { Actor } from '~/policy/actor';
import { authorise } from '~/policy/permissions';
import { picturesIn } from '~/rich-text/pictures';
import type { RichText } from '~/rich-text/rich-text';

const { pictures } = schema;

/**
 * Whether the pictures of a text that is about to be saved may be in it: each is there, and as large as
 * the text says. Whose they are does not matter, since those who write may see every picture. Noted as
 * used now, none is removed as left behind before the text is saved.
 */
export async function claimPictures(
  tx: Transaction,
  actor: Actor,
  body: RichText,
): Promise<boolean> {
  authorise(actor, 'content.edit');
  const wanted = picturesIn(body).map(({ attrs }) => attrs);
  if (wanted.length === 0) return true;
  const found = await tx
    .update(pictures)
    .set({ updatedAt: new Date() })
    .where(
      inArray(
        pictures.id,
        wanted.map(({ id }) => id),
      ),
    )
    .returning({ id: pictures.id, width: pictures.width, height: pictures.height });
  return wanted.every(({ id, width, height }) =>
    found.some((known) => known.id === id && known.width === width && known.height === height),
  );
}
