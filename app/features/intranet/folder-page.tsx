import { IconFolderPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { Form, Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { unpackRows } from '~/lib/packed-rows';
import { UploadPanel } from '~/features/uploads/upload-panel';
import { Breadcrumb } from './breadcrumb';
import { DeleteDialog } from './delete-dialog';
import { EntryTable } from './entry-table';
import { type EntryView, lookOf } from './entry-view';
import { FilterBar } from './filter-bar';
import classes from './folder-page.module.css';
import type { FolderPageData } from './folder-page.server';
import { MoveDialog } from './move-dialog';
import { NameDialog } from './name-dialog';
import { type Act, SelectionBar } from './selection-bar';
import { useMove } from './use-move';

type FolderPageProps = { page: FolderPageData; address: string };
/** With what was chosen when it was opened: what becomes of that meanwhile, the server tells. */
type OpenDialog = { act: Act | 'create'; about: readonly EntryView[] } | null;

/** A folder of the library with everything one can do in it. */
export function FolderPage({ page, address }: FolderPageProps) {
  const t = useTranslate();
  const { collection, folder } = page;
  const entries = unpackRows<EntryView>(page.entries);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const move = useMove();
  const shown = useMemo(() => {
    const wanted = fold(typed);
    return wanted ? entries.filter(({ title }) => fold(title).includes(wanted)) : entries;
  }, [entries, typed]);
  // What has gone meanwhile, or is filtered away, is not chosen any more.
  const selection = useMemo(() => shown.filter(({ id }) => chosen.has(id)), [shown, chosen]);
  const close = useCallback(() => setDialog(null), []);
  const done = useCallback(() => {
    setDialog(null);
    setChosen(new Set());
  }, []);
  const open = (act: Act) => setDialog({ act, about: selection });
  const look = lookOf(page);
  return (
    <div className={classes.page}>
      <Breadcrumb page={page} address={address} onDrop={move} />
      <div className={classes.head}>
        <h1>{page.title}</h1>
        <Form action="/search" role="search" className={classes.search}>
          <input type="hidden" name="collection" value={collection} />
          <input
            type="search"
            name="q"
            aria-label={t('intranet.search')}
            placeholder={t('intranet.search')}
          />
          <button type="submit" className={classes.action} aria-label={t('search.submit')}>
            <IconSearch size={20} aria-hidden="true" />
          </button>
        </Form>
        <button
          type="button"
          className={classes.action}
          data-no-print
          onClick={() => setDialog({ act: 'create', about: [] })}
        >
          <IconFolderPlus size={20} aria-hidden="true" />
          {t('intranet.new-folder')}
        </button>
        {page.hasTrash && (
          <Link to={`${address}/trash`} className={classes.quiet} data-no-print>
            <IconTrash size={20} aria-hidden="true" />
            {t('trash.open')}
          </Link>
        )}
      </div>
      <UploadPanel
        key={`${collection}/${folder ?? ''}`}
        place={{ collection, folder }}
        liveAddress={`/intranet/live/${collection}${folder ? `/${folder}` : ''}`}
        longestFile={page.longestFile}
      />
      <FilterBar page={page} typed={typed} onType={setTyped} shown={shown.length} />
      <SelectionBar selection={selection} onAct={open} onClear={done} />
      <EntryTable
        entries={shown}
        from={page.entries}
        sorting={page.sorting}
        address={address}
        folder={folder}
        look={look}
        chosen={chosen}
        onChoose={setChosen}
        onAct={open}
        onMove={move}
        isFiltered={shown.length !== page.total}
      />
      {dialog && (
        <OpenedDialog dialog={dialog} page={page} entries={entries} onClose={close} onDone={done} />
      )}
    </div>
  );
}

type OpenedDialogProps = {
  dialog: NonNullable<OpenDialog>;
  page: FolderPageData;
  entries: readonly EntryView[];
  onClose: () => void;
  onDone: () => void;
};

function OpenedDialog({ dialog, page, entries, onClose, onDone }: OpenedDialogProps) {
  const { act, about } = dialog;
  // The very same as long as the dialog is open.
  const ids = useMemo(() => about.map(({ id }) => id), [about]);
  const [first] = about;
  if (act === 'create') return <NameDialog onClose={onClose} onDone={onDone} />;
  if (act === 'delete') return <DeleteDialog ids={ids} onClose={onClose} onDone={onDone} />;
  if (act === 'move') {
    const { collection, folder } = page;
    const place = { collection, from: folder };
    return <MoveDialog ids={ids} {...place} onClose={onClose} onDone={onDone} />;
  }
  if (!first) return null;
  const now = entries.find(({ id }) => id === first.id) ?? first;
  return <NameDialog entry={now} onClose={onClose} onDone={onDone} />;
}

/** Letters without case and accents, so that "proces" finds "procès". */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
