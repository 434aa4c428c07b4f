import { and, asc, eq, ne } from 'drizzle-orm';
import { db, schema, transaction, takeTurn } from '~/db/db.server';
import { type Actor, isSignedIn } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { fromBeginning } from '~/ui/data-table/table-query';

const { savedViews } = schema;

/** More are not found again in a line of links. */
const most = 20;

function ownerOf(actor: Actor): string {
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return actor.id;
}

/** The actor's views of a list, by name. */
export async function listSavedViews(actor: Actor, list: string) {
  authorise(actor, 'administration.read');
  const own = and(eq(savedViews.userId, ownerOf(actor)), eq(savedViews.list, list));
  return db()
    .select({ id: savedViews.id, name: savedViews.name, query: savedViews.query })
    .from(savedViews)
    .where(own)
    .orderBy(asc(savedViews.name));
}

/**
 * Keeps a view of a list; one of the same name is replaced.
 * @param view.query search parameters; where in the list one is is left out
 * @throws AppError `error.too-many-views` beyond 20 of one list
 */
export async function saveView(
  actor: Actor,
  { list, name, query }: { list: string; name: string; query: string },
): Promise<void> {
  authorise(actor, 'administration.read');
  const userId = ownerOf(actor);
  const search = fromBeginning(new URLSearchParams(query));
  await transaction(async (tx) => {
    // Views that are saved at once are counted one after the other.
    await takeTurn(tx, `views ${userId}`);
    const others = and(
      eq(savedViews.userId, userId),
      eq(savedViews.list, list),
      ne(savedViews.name, name),
    );
    if ((await tx.$count(savedViews, others)) >= most) throw new AppError('error.too-many-views');
    await tx
      .insert(savedViews)
      .values({ userId, list, name, query: search.toString() })
      .onConflictDoUpdate({
        target: [savedViews.userId, savedViews.list, savedViews.name],
        set: { query: search.toString() },
      });
  });
}

/** Deletes a view of the actor's own; of somebody else's nothing happens. */
export async function deleteView(actor: Actor, id: string): Promise<void> {
  authorise(actor, 'administration.read');
  await db()
    .delete(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.userId, ownerOf(actor))));
}
