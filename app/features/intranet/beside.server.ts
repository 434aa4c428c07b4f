import type { Actor } from '~/actor';
import type { Language } from '~/config.server';
import { translateIn } from '~/i18n/translations.server';
import type { Collection } from '~/lib/collections';
import { judgmentOf } from '~/lib/resource-metadata';
import { can } from '~/permissions';
import { authoriseCollection } from '~/features/resources/resources.server';
import { type Entry, listEntries } from './entries.server';
import {
  aboutOf,
  type EntryView,
  filterEntries,
  filterOf,
  lookOf,
  sortEntries,
  sortingOf,
} from './entry-view';

/** What the list of a folder shows of an entry. */
export function viewOf(entry: Entry, actor: Actor, isNew: Set<string>): EntryView {
  const judgment = judgmentOf(entry.metadata);
  return {
    id: entry.id,
    folder: entry.folder,
    title: entry.title,
    kind: entry.metadata.kind,
    about: aboutOf(entry.metadata),
    country: judgment?.country ?? null,
    articles: judgment?.articles ?? [],
    extension: entry.extension,
    bytes: entry.bytes,
    changedAt: entry.changedAt,
    userName: entry.userName,
    isNew: isNew.has(entry.id),
    isChangeable: can(actor, 'intranet.manage') || (actor.id !== null && entry.user === actor.id),
    isScan: entry.textState === 'none' && entry.mediaType === 'application/pdf',
    version: entry.version,
  };
}

/** What an address says of how a list is sorted and filtered, to be carried along. */
export const lookIn = (search: URLSearchParams): string =>
  lookOf({ sorting: sortingOf(search), filter: filterOf(search) });

type Place = { collection: Collection; parent: string | null };
type Look = { search: URLSearchParams; language: Language };

/**
 * The documents of a folder in the order in which the list shows them.
 * @param look sorting and filter, as the address of the list has them
 * @param id one that is among them in any case: what the filter does not show is no place to go on
 *   from, so that the list is whole then
 */
export async function listBeside(
  actor: Actor,
  { collection, parent, id }: Place & { id?: string },
  { search, language }: Look,
): Promise<{ id: string; title: string }[]> {
  authoriseCollection(actor, collection);
  const entries = await listEntries(actor, collection, parent);
  const views = entries.map((entry) => viewOf(entry, actor, new Set()));
  const documents = views.filter(({ folder }) => !folder);
  const filtered = filterEntries(documents, filterOf(search));
  const isAmong = id === undefined || filtered.some((entry) => entry.id === id);
  const t = translateIn(language);
  return sortEntries(isAmong ? filtered : documents, sortingOf(search), {
    language,
    nameOfKind: (kind) => t(`document.kind.${kind}`),
  }).map(({ id: one, title }) => ({ id: one, title }));
}
