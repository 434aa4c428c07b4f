import type { Actor } from '~/policy/actor';
import type { Language } from '~/config/config.server';
import { authoriseCollection } from '~/features/library/resources/resources.server';
import type { Collection } from '~/lib/collections';
import { listDocuments } from './entries.server';
import { lookFrom, lookOf } from './entry-view';

/** What an address says of how a list is sorted and filtered, to be carried along. */
export const lookIn = (search: URLSearchParams): string => lookOf(lookFrom(search));

type Beside = { collection: Collection; parent: string | null; id?: string };
type Look = { search: URLSearchParams; language: Language };

/**
 * The documents of a folder in the order in which the list shows them.
 * @param look sorting and filter, as the address of the list has them
 * @param id one that is among them in any case: what the filter does not show is no place to go on
 *   from, so that the list is whole then
 */
export async function listBeside(
  actor: Actor,
  { collection, parent, id }: Beside,
  { search, language }: Look,
): Promise<{ id: string; title: string }[]> {
  authoriseCollection(actor, collection);
  const place = { collection, folder: parent };
  const documents = await listDocuments(actor, place, { ...lookFrom(search), language });
  const shown = documents.filter(({ isShown }) => isShown);
  const isAmong = id === undefined || shown.some((document) => document.id === id);
  return (isAmong ? shown : documents).map(({ id: one, title }) => ({ id: one, title }));
}
