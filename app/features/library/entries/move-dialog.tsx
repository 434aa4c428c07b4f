import { useEffect, useMemo } from 'react';
import { useFetcher } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { Dialog, DialogButtons } from '~/ui/dialog/dialog';
import { Button } from '~/ui/button';
import { DialogError } from './dialog-error';
import classes from '~/features/library/intranet/folder-page.module.css';
import type { FolderAnswer } from '~/features/library/intranet/folder-page.server';

type FolderRow = { id: string; parent: string | null; title: string };
type MoveDialogProps = {
  ids: readonly string[];
  collection: 'userIntranet' | 'adminIntranet';
  from: string | null;
  onClose: () => void;
  onDone: () => void;
};

/** Asks which folder something goes to, out of the whole tree of the collection. */
export function MoveDialog({ ids, collection, from, onClose, onDone }: MoveDialogProps) {
  const t = useTranslate();
  const folders = useFetcher<FolderRow[]>();
  const fetcher = useFetcher<FolderAnswer>();
  const { load } = folders;
  useEffect(() => void load(`/intranet/folders/${collection}`), [load, collection]);
  const answer = fetcher.data;
  useEffect(() => {
    if (answer?.ok && fetcher.state === 'idle') onDone();
  }, [answer, fetcher.state, onDone]);
  const tree = useMemo(() => inOrder(folders.data ?? [], new Set(ids)), [folders.data, ids]);
  const top = t(collection === 'adminIntranet' ? 'intranet.title-admin' : 'intranet.title');
  return (
    <Dialog
      title={t('intranet.move-what', { count: ids.length })}
      closeLabel={t('dialog.close')}
      onClose={onClose}
    >
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="ids" value={ids.join(',')} />
        <input type="hidden" name="from" value={from ?? ''} />
        {answer?.ok === false && <DialogError answer={answer} />}
        <fieldset className={classes.tree}>
          <legend>{t('intranet.move-where')}</legend>
          {folders.data === undefined && <p>{t('intranet.loading')}</p>}
          {[{ id: '', title: top, depth: 0 }, ...tree].map(({ id, title, depth }) => (
            <label key={id} style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
              <input
                type="radio"
                name="to"
                value={id}
                required
                defaultChecked={id === (from ?? '')}
              />
              <span>{title}</span>
            </label>
          ))}
        </fieldset>
        <DialogButtons cancel={{ label: t('dialog.cancel'), onCancel: onClose }}>
          <Button variant="primary" isBusy={fetcher.state !== 'idle'}>
            {t('intranet.move')}
          </Button>
        </DialogButtons>
      </fetcher.Form>
    </Dialog>
  );
}

type TreeRow = { id: string; title: string; depth: number };

/** The folders as they stand in the tree, without those that are moved and what is in them. */
function inOrder(folders: readonly FolderRow[], moved: ReadonlySet<string>): TreeRow[] {
  const below = Map.groupBy(folders, ({ parent }) => parent);
  const rows: TreeRow[] = [];
  const add = (parent: string | null, depth: number) => {
    for (const { id, title } of below.get(parent) ?? []) {
      if (moved.has(id)) continue;
      rows.push({ id, title, depth });
      add(id, depth + 1);
    }
  };
  add(null, 1);
  return rows;
}
