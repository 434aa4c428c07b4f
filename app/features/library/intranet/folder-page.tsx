import { IconFolderPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Form, Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { useToast } from '~/ui/dialog/toasts';
import { Pagination } from '~/ui/pagination';
import { UploadPanel } from '~/features/library/upload-panel/upload-panel';
import { FolderBreadcrumb } from './folder-breadcrumb';
import { DeleteDialog } from '~/features/library/trash/delete-dialog';
import { EntryTable } from '~/features/library/entries/entry-table';
import { type EntryView, searchOf } from './entry-view';
import { FollowFolderButton } from '~/features/library/following/follow-folder-button';
import { FilterBar } from '~/features/library/entries/filter-bar';
import classes from './folder-page.module.css';
import type { FolderPageData } from './folder-page.server';
import { MoveDialog } from '~/features/library/entries/move-dialog';
import { NameDialog } from '~/features/library/entries/name-dialog';
import { type Act, SelectionBar } from '~/features/library/entries/selection-bar';
import { useMove } from '~/features/library/entries/use-move';

type FolderPageProps = { page: FolderPageData; address: string };
/** With what was chosen when it was opened: what becomes of that meanwhile, the server tells. */
type OpenDialog = { act: Act | 'create'; about: readonly EntryView[] } | null;

/** What is chosen of the part of a list that is shown. */
type Choice = { look: string; ids: ReadonlySet<string> };
const none: ReadonlySet<string> = new Set();

/** A folder of the library with everything one can do in it. */
export function FolderPage({ page, address }: FolderPageProps) {
  const t = useTranslate();
  const { collection, folder, entries } = page;
  const look = searchOf(page);
  const [choice, setChoice] = useState<Choice>({ look, ids: none });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const move = useMove();
  // What has gone meanwhile, or is on another page, is not chosen: one sees what one changes.
  const chosen = choice.look === look ? choice.ids : none;
  const setChosen = (ids: ReadonlySet<string>) => setChoice({ look, ids });
  const selection = useMemo(() => entries.filter(({ id }) => chosen.has(id)), [entries, chosen]);
  const close = useCallback(() => setDialog(null), []);
  const toast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const [timesDone, setTimesDone] = useState(0);
  const done = useCallback(() => {
    setDialog(null);
    setChoice({ look: '', ids: none });
    setTimesDone((times) => times + 1);
  }, []);
  const dialogDone = useCallback(
    (act: Act | 'create') => {
      done();
      if (act !== 'create') toast({ kind: 'success', text: t(outcomeOf(act, page.hasTrash)) });
    },
    [done, toast, t, page.hasTrash],
  );
  // What had the focus may be gone with what was done: the next key starts from the list.
  useEffect(() => {
    if (timesDone > 0 && document.activeElement === document.body) heading.current?.focus();
  }, [timesDone]);
  const open = (act: Act) => setDialog({ act, about: selection });
  return (
    <div className={classes.page}>
      <FolderBreadcrumb page={page} address={address} onDrop={move} />
      <div className={classes.head}>
        <h1 ref={heading} tabIndex={-1}>
          {page.title}
        </h1>
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
          className={`${classes.action} ${classes.scripted}`}
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
      {folder !== null && page.follow && (
        <FollowFolderButton folder={folder} follow={page.follow} />
      )}
      <UploadPanel
        key={`${collection}/${folder ?? ''}`}
        place={{ collection, folder }}
        liveAddress={`/intranet/live/${collection}${folder ? `/${folder}` : ''}`}
        longestFile={page.longestFile}
      />
      <FilterBar page={page} />
      <SelectionBar selection={selection} isPart={page.pages > 1} onAct={open} onClear={done} />
      <EntryTable
        entries={entries}
        sorting={page.sorting}
        address={address}
        folder={folder}
        look={look}
        chosen={chosen}
        onChoose={setChosen}
        onAct={open}
        onMove={move}
        isFiltered={page.matching !== page.total}
        isPart={page.pages > 1}
      />
      <Pagination
        page={page.page}
        pages={page.pages}
        address={(number) =>
          `${address}${folder ? `/${folder}` : ''}${searchOf({ ...page, page: number })}`
        }
      />
      {dialog && (
        <OpenedDialog
          dialog={dialog}
          page={page}
          entries={entries}
          onClose={close}
          onDone={dialogDone}
        />
      )}
    </div>
  );
}

type OpenedDialogProps = {
  dialog: NonNullable<OpenDialog>;
  page: FolderPageData;
  entries: readonly EntryView[];
  onClose: () => void;
  onDone: (act: Act | 'create') => void;
};

/** What is said when a dialog has done what it is for. */
function outcomeOf(act: Act, hasTrash: boolean) {
  if (act === 'delete') return hasTrash ? 'intranet.put-into-trash' : 'intranet.deleted';
  return act === 'move' ? 'intranet.moved' : 'intranet.renamed';
}

function OpenedDialog({ dialog, page, entries, onClose, onDone: onActDone }: OpenedDialogProps) {
  const { act, about } = dialog;
  const onDone = useCallback(() => onActDone(act), [onActDone, act]);
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
