import type { Language } from '~/config/config.server';
import { listUsers } from '~/features/membership/users/users.server';
import { type SearchKind, searchKinds, shortestQuery } from '~/features/search/search-kinds';
import type { SearchResult } from '~/features/search/results/results.server';
import { searchSite } from '~/features/search/search.server';
import { translateIn } from '~/i18n/translations.server';
import type { Actor } from '~/policy/actor';
import { authorise, can } from '~/policy/permissions';
import { actionsFor, pagesFor, type Place } from './palette-places';

export type PaletteEntry = {
  to: string;
  /** Null: not shown, as for the title of a topic that was removed. */
  title: string | null;
  /** What tells it from others of its name. */
  hint: string;
  /** Of the title, where it is known. */
  language: string | null;
};

export type PaletteGroup = {
  name: 'pages' | 'actions' | 'people' | SearchKind;
  label: string;
  entries: PaletteEntry[];
};

/** Entries of one group: all groups are to be seen at once. */
const most = 4;

/** What is offered, and for which words. */
export type PaletteAnswer = { query: string; groups: PaletteGroup[] };

/**
 * What the command palette offers for what was typed: pages and actions of the actor, people for
 * administrators, and what the search finds for the actor. Without words the pages and actions alone.
 */
export async function findInPalette(
  actor: Actor,
  { query, language }: { query: string; language: Language },
): Promise<PaletteGroup[]> {
  authorise(actor, 'area.members');
  const t = translateIn(language);
  const typed = query.trim();
  const hintOf = (to: string) =>
    to.startsWith('/administration/') ? t('administration.title') : '';
  const named = (places: Place[]): PaletteEntry[] =>
    places
      .map(({ to, label }) => ({ to, title: t(label), hint: hintOf(to), language: null }))
      .filter(({ title }) => hasWords(title, typed));
  const isSearch = typed.length >= shortestQuery;
  const [people, found] = await Promise.all([
    isSearch ? findPeople(actor, typed) : [],
    isSearch ? findTexts(actor, typed, language) : new Map<SearchKind, PaletteEntry[]>(),
  ]);
  const pages = named(pagesFor(actor));
  const groups: PaletteGroup[] = [
    {
      name: 'pages',
      label: t('palette.pages'),
      entries: typed ? pages.slice(0, most) : pages,
    },
    { name: 'actions', label: t('palette.actions'), entries: named(actionsFor(actor)) },
    { name: 'people', label: t('palette.people'), entries: people },
    ...searchKinds.map((kind) => ({
      name: kind,
      label: t(`search.kind.${kind}`),
      entries: found.get(kind) ?? [],
    })),
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether each word that was typed begins or is within a word of the title. */
function hasWords(title: string | null, typed: string): boolean {
  const within = plain(title ?? '');
  return plain(typed)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

async function findPeople(actor: Actor, search: string): Promise<PaletteEntry[]> {
  if (!can(actor, 'user.list') || !can(actor, 'user.read-record')) return [];
  const everybody = { role: null, state: null, page: 1 } as const;
  const sorting = { by: 'name', descending: false } as const;
  const { users } = await listUsers(actor, { ...everybody, search, sorting });
  return users.slice(0, most).map(({ id, firstName, lastName, email }) => ({
    to: `/user/${id}`,
    title: `${firstName} ${lastName}`,
    hint: email,
    language: null,
  }));
}

async function findTexts(
  actor: Actor,
  query: string,
  language: Language,
): Promise<Map<SearchKind, PaletteEntry[]>> {
  const t = translateIn(language);
  const search = { query, language, mayPropose: () => Promise.resolve(false) };
  const { results, counts } = await searchSite(actor, search);
  // Many hits of one kind leave no place for the others on the first page.
  const missing = searchKinds.filter(
    (kind) => counts[kind] > 0 && !results.some((result) => result.kind === kind),
  );
  const others = await Promise.all(missing.map((kind) => searchSite(actor, { ...search, kind })));
  const all = [...results, ...others.flatMap((found) => found.results)];
  const entryOf = ({ address, title, label, facts, language: spoken }: SearchResult) => ({
    to: address,
    title,
    hint: [t(label), ...facts].slice(0, 2).join(' · '),
    language: spoken,
  });
  return new Map(
    searchKinds.map((kind) => {
      const ofKind = all.filter((result) => result.kind === kind).slice(0, most);
      return [kind, ofKind.map(entryOf)];
    }),
  );
}
