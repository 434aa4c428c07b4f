import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import { useLangOf, useTranslate } from '~/i18n/translation-context';
import { Dialog } from '~/ui/dialog/dialog';
import classes from './command-palette.module.css';
import { longestQuery } from '~/features/search/search-kinds';
import type { PaletteAnswer, PaletteEntry, PaletteGroup } from './palette.server';

/** Milliseconds without a further letter until the server is asked. */
const pause = 150;

/**
 * Leads by a few letters to a page, a person, a text or an action. An editable combobox with a list
 * of grouped options: the focus stays in the field (WAI-ARIA Authoring Practices, combobox).
 */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const list = useId();
  const [typed, setTyped] = useState('');
  const { groups, found, isLoading } = useOffered(typed);
  const [chosen, setChosen] = useState(0);
  const [waits, setWaits] = useState(false);
  const options = groups.flatMap(({ entries }) => entries);
  const place = Math.min(chosen, options.length - 1);
  const open = (to: string) => {
    onClose();
    void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, place, options.length);
    const entry = options[place];
    if (next !== null) setChosen(next);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (isLoading) setWaits(true);
      else if (entry) open(entry.to);
    } else return;
    event.preventDefault();
  };
  // Pressed before what is offered fits what is typed, it counts as soon as it does.
  const openChosen = useEffectEvent(() => {
    const entry = options[place];
    if (waits && entry) open(entry.to);
  });
  useEffect(() => {
    if (!isLoading) openChosen();
  }, [isLoading]);
  return (
    <Dialog title={t('palette.title')} closeLabel={t('palette.close')} onClose={onClose}>
      <label className={classes.label} htmlFor={`${list}-field`}>
        {t('search.words')}
      </label>
      <input
        id={`${list}-field`}
        className={classes.field}
        type="text"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${list}-${place}` : undefined}
        aria-describedby={`${list}-hint`}
        autoComplete="off"
        spellCheck={false}
        maxLength={longestQuery}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
          setWaits(false);
        }}
        onKeyDown={onKeyDown}
      />
      <p id={`${list}-hint`} className={classes.hint}>
        {t('palette.hint')}
      </p>
      <p role="status" className="visually-hidden">
        {isLoading ? '' : t('palette.count', { count: found })}
      </p>
      {found === 0 && !isLoading && <p className={classes.hint}>{t('palette.none')}</p>}
      <Options id={list} groups={groups} chosen={place} onOpen={open} />
    </Dialog>
  );
}

type Offered = {
  groups: PaletteGroup[];
  /** How many of them the server has found. */
  found: number;
  /** Whether what is offered is not yet for what is typed. */
  isLoading: boolean;
};

/** What the server offers for what is typed, with the whole search as the last of it. */
function useOffered(typed: string): Offered {
  const t = useTranslate();
  const { load, data } = useFetcher<PaletteAnswer>();
  useEffect(() => {
    const ask = () => void load(`/palette?${new URLSearchParams({ q: typed })}`);
    const waiting = setTimeout(ask, typed ? pause : 0);
    return () => clearTimeout(waiting);
  }, [load, typed]);
  const groups = data?.groups ?? [];
  const query = typed.trim();
  const search = {
    to: `/search?${new URLSearchParams({ q: query })}`,
    title: t('palette.search', { query }),
    hint: '',
    language: null,
  };
  const last = { name: 'pages' as const, label: t('palette.everywhere'), entries: [search] };
  return {
    groups: [...groups, ...(query ? [last] : [])],
    found: groups.reduce((count, { entries }) => count + entries.length, 0),
    isLoading: data?.query !== typed,
  };
}

/** Where the keys of the pattern lead; null for other keys. */
function placeAfter(key: string, place: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (place + 1) % count;
  if (key === 'ArrowUp') return (place - 1 + count) % count;
  return null;
}

type OptionsProps = {
  id: string;
  groups: readonly PaletteGroup[];
  chosen: number;
  onOpen: (to: string) => void;
};

function Options({ id, groups, chosen, onOpen }: OptionsProps) {
  const t = useTranslate();
  // Where the options of each group begin among all.
  const starts = groups.map((_group, position) =>
    groups.slice(0, position).reduce((sum, { entries }) => sum + entries.length, 0),
  );
  return (
    <div id={id} role="listbox" aria-label={t('palette.title')} className={classes.list}>
      {groups.map(({ label, entries }, group) => (
        <div key={label} role="group" aria-labelledby={`${id}-group-${group}`}>
          <p id={`${id}-group-${group}`} role="presentation" className={classes.group}>
            {label}
          </p>
          {entries.map((entry, position) => {
            const place = (starts[group] ?? 0) + position;
            return (
              <Option
                key={entry.to}
                id={`${id}-${place}`}
                entry={entry}
                isChosen={place === chosen}
                onOpen={onOpen}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

type OptionProps = {
  id: string;
  entry: PaletteEntry;
  isChosen: boolean;
  onOpen: (to: string) => void;
};

function Option({ id, entry, isChosen, onOpen }: OptionProps) {
  const t = useTranslate();
  const langOf = useLangOf();
  const { to, title, hint, language } = entry;
  useEffect(() => {
    if (isChosen)
      document.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, isChosen]);
  return (
    // The keys are those of the field, which keeps the focus.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={classes.option}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onOpen(to)}
      onKeyDown={() => undefined}
    >
      <span lang={(language && langOf(language)) ?? undefined}>
        <bdi>{title ?? t('forum.title-not-shown')}</bdi>
      </span>
      {hint && <span className={classes.facts}>{hint}</span>}
    </div>
  );
}
