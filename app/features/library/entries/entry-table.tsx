import type { KeyboardEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { maxSelected } from './selection';
import { columns } from '~/features/library/intranet/entry-columns';
import { EntryIcons, EntryRow } from './entry-row';
import type { EntryView, SortKey, Sorting } from '~/features/library/intranet/entry-view';
import classes from '~/features/library/intranet/folder-page.module.css';
import type { Act } from './selection-bar';
import type { Moved } from './use-move';
import { EmptyState } from '~/ui/empty-state';

type EntryTableProps = {
  entries: readonly EntryView[];
  sorting: Sorting;
  address: string;
  folder: string | null;
  /** How the list is sorted and filtered. */
  look: string;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onAct: (act: Act) => void;
  onMove: (moved: Moved, to: string) => void;
  isFiltered: boolean;
  /** Others are on further pages. */
  isPart: boolean;
};

/** The contents of a folder as a real table, which screen readers read as one. */
export function EntryTable(props: EntryTableProps) {
  const { entries, sorting, address, look, chosen, onChoose, onAct, onMove } = props;
  const t = useTranslate();
  const areAllChosen = entries.length > 0 && entries.every(({ id }) => chosen.has(id));
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  const dragged = (id: string): Moved => ({
    from: props.folder ?? '',
    ids: chosen.has(id)
      ? entries.filter((entry) => chosen.has(entry.id)).map((entry) => entry.id)
      : [id],
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const selection = entries.filter(({ id }) => chosen.has(id));
    if (selection.length === 0 || selection.length > maxSelected) return;
    if (!selection.every(({ isChangeable }) => isChangeable)) return;
    if (event.key === 'Delete') onAct('delete');
    else if (event.key === 'F2' && selection.length === 1) onAct('rename');
    else return;
    event.preventDefault();
  };
  if (entries.length === 0) {
    return (
      <EmptyState>{t(props.isFiltered ? 'intranet.nothing-found' : 'intranet.empty')}</EmptyState>
    );
  }
  return (
    <>
      <EntryIcons />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed on the tick boxes inside */}
      <table className={classes.table} onKeyDown={onKeyDown}>
        <caption className="visually-hidden">{t('intranet.caption')}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.tick}>
              <input
                type="checkbox"
                aria-label={t(props.isPart ? 'intranet.choose-page' : 'intranet.choose-all')}
                checked={areAllChosen}
                onChange={() => onChoose(new Set(areAllChosen ? [] : entries.map(({ id }) => id)))}
              />
            </th>
            {columns.map(({ key, label }) => (
              <SortableHeading key={key} column={key} label={t(label)} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              address={address}
              isChosen={chosen.has(entry.id)}
              onToggle={toggle}
              dragged={dragged}
              onMove={onMove}
              look={look}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

type SortableHeadingProps = { column: SortKey; label: string; sorting: Sorting };

function SortableHeading({ column, label, sorting }: SortableHeadingProps) {
  const [search] = useSearchParams();
  const isCurrent = sorting.by === column;
  const next = new URLSearchParams(search);
  next.set('sort', column);
  next.delete('page');
  if (isCurrent && !sorting.descending) next.set('order', 'descending');
  else next.delete('order');
  const order = sorting.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isCurrent ? order : undefined} data-column={column}>
      <Link to={`?${next.toString()}`} replace preventScrollReset className={classes.sort}>
        {label}
        <span aria-hidden="true">{isCurrent ? (sorting.descending ? ' ↓' : ' ↑') : ''}</span>
      </Link>
    </th>
  );
}
