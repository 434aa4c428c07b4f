import type { Actor } from '~/policy/actor';
import type { Language } from '~/config/config.server';
import { authoriseCollection } from '~/features/library/resources/resources.server';
import type { Collection } from '~/lib/collections';
import { listDocuments } from './entries.server';
import { listQueryFrom, searchOf } from './entry-view';

/** The search parameters of sorting and filter, to be appended to links. */
export const listSearchIn = (search: URLSearchParams): string => searchOf(listQueryFrom(search));

type Siblings = { collection: Collection; parent: string | null; id?: string };
type Look = { search: URLSearchParams; language: Language };

/**
 * The documents of a folder in the order in which the list shows them.
 * @param look sorting and filter, as the address of the list has them
 * @param id one that is among them in any case: what the filter does not show is no place to go on
 *   from, so that the list is whole then
 */
export async function listSiblings(
  actor: Actor,
  { collection, parent, id }: Siblings,
  { search, language }: Look,
): Promise<{ id: string; title: string }[]> {
  authoriseCollection(actor, collection);
  const place = { collection, folder: parent };
  const documents = await listDocuments(actor, place, { ...listQueryFrom(search), language });
  const shown = documents.filter(({ isShown }) => isShown);
  const isAmong = id === undefined || shown.some((document) => document.id === id);
  return (isAmong ? shown : documents).map(({ id: one, title }) => ({ id: one, title }));
}
