import type { Actor } from '~/actor';
import type { Language } from '~/config.server';
import { translateIn } from '~/i18n/translations.server';
import { packRows } from '~/lib/packed-rows';
import { can } from '~/permissions';
import { viewOf } from './beside.server';
import type { Entry } from './entries.server';
import { type EntryFilter, filterEntries, type Sorting, sortEntries } from './entry-view';

type Look = {
  newIds: readonly string[];
  filter: EntryFilter;
  sorting: Sorting;
  language: Language;
};

/** What was made of entries, by all that it depends on besides them. */
const made = new WeakMap<readonly Entry[], Map<string, Shown>>();

/** Of one list: members who may change the same in it, and look in the same way, see the same. */
const mostKept = 8;

/** What the page of a folder shows of its entries, and by what they can be narrowed. */
export function showEntries(entries: readonly Entry[], actor: Actor, look: Look): Shown {
  const own = can(actor, 'intranet.manage')
    ? 'all'
    : entries.filter(({ user }) => user !== null && user === actor.id).map(({ id }) => id);
  const name = JSON.stringify([own, look]);
  const kept = made.get(entries) ?? new Map<string, Shown>();
  made.set(entries, kept);
  const shown = kept.get(name) ?? make(entries, actor, look);
  if (kept.size >= mostKept) kept.clear();
  kept.set(name, shown);
  return shown;
}

type Shown = ReturnType<typeof make>;

function make(entries: readonly Entry[], actor: Actor, look: Look) {
  const { newIds, filter, sorting, language } = look;
  const isNew = new Set(newIds);
  const views = entries.map((entry) => viewOf(entry, actor, isNew));
  const t = translateIn(language);
  return {
    countries: [...new Set(views.flatMap(({ country }) => country ?? []))].toSorted(),
    courts: [...new Set(views.flatMap(({ about }) => about?.court ?? []))].toSorted(),
    years: [...new Set(views.flatMap(({ about }) => about?.decidedOn?.slice(0, 4) ?? []))]
      .toSorted()
      .toReversed(),
    total: views.length,
    entries: packRows(
      sortEntries(filterEntries(views, filter), sorting, {
        language,
        nameOfKind: (kind) => t(`document.kind.${kind}`),
      }),
    ),
  };
}
