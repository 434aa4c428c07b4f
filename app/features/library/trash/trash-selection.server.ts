import type { Collection } from '~/lib/collections';
import type { Actor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { listTrash, removeFromTrash, restoreFromTrash } from './trash.server';
import { trashKey } from './trash-key';

type Selection = {
  collection: Collection;
  /** As `trashKey` makes them. */
  keys: readonly string[];
};

export type SelectionResult = {
  done: number;
  /** How many are not as they were listed any more. */
  changed: number;
  /** The titles of what cannot be restored for its name, or removed for what is in it. */
  refused: string[];
};

/** What is the case when something was restored, removed or thrown away anew meanwhile. */
const changes = ['error.not-found', 'error.changed-meanwhile'] as const;

/**
 * What was ticked and is still as it was listed, a folder before what was thrown away out of it.
 * @throws AppError `error.not-found` for a collection the actor may not read
 */
export async function findTrashed(actor: Actor, { collection, keys }: Selection) {
  authorise(actor, 'library.add');
  const chosen = new Set(keys);
  const things = (await listTrash(actor, collection)).filter((one) => chosen.has(trashKey(one)));
  return { things, changed: chosen.size - things.length };
}

/**
 * Restores what was ticked, each by itself as `restoreFromTrash` does.
 * @throws AppError as `findTrashed`
 */
export async function restoreSelected(actor: Actor, chosen: Selection): Promise<SelectionResult> {
  authorise(actor, 'library.add');
  const { things, changed } = await findTrashed(actor, chosen);
  const result = await each(things, {
    act: ({ id, version }) => restoreFromTrash(actor, id, version),
    refusal: 'error.intranet-resource.name-taken',
  });
  return { ...result, changed: result.changed + changed };
}

/**
 * Removes what was ticked for good, each by itself as `removeFromTrash` does.
 * @throws AppError as `findTrashed`
 */
export async function removeSelected(actor: Actor, chosen: Selection): Promise<SelectionResult> {
  authorise(actor, 'library.add');
  const { things, changed } = await findTrashed(actor, chosen);
  // A folder takes with it what was thrown away out of it before: that goes first.
  const result = await each(things.toReversed(), {
    act: ({ id, version }) => removeFromTrash(actor, id, version),
    refusal: 'error.intranet-resource.could-not-delete-intranet-folder',
  });
  return { ...result, changed: result.changed + changed };
}

type Thing = Awaited<ReturnType<typeof listTrash>>[number];
type Act = { act: (thing: Thing) => Promise<unknown>; refusal: string };

async function each(things: readonly Thing[], { act, refusal }: Act): Promise<SelectionResult> {
  const result: SelectionResult = { done: 0, changed: 0, refused: [] };
  for (const thing of things) {
    try {
      await act(thing);
      result.done += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code } = error;
      if (code === refusal) result.refused.push(thing.title);
      else if (changes.some((change) => change === code)) result.changed += 1;
      else throw error;
    }
  }
  return result;
}
