import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatBytes } from '~/lib/format/format-number';
import { Dialog, DialogButtons } from '~/ui/dialog/dialog';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import { deletionAddress } from '~/features/library/entries/selection';
import type { Deletion } from './deletion.server';
import { DialogError } from '~/features/library/entries/dialog-error';
import { isWorthShowing, RemovalProgress } from './removal-progress';
import classes from '~/features/library/intranet/folder-page.module.css';
import type { FolderAnswer } from '~/features/library/intranet/folder-page.server';

type DeleteDialogProps = { ids: readonly string[]; onClose: () => void; onDone: () => void };

/** Names what is deleted and says in exact numbers what goes with it. */
export function DeleteDialog({ ids, onClose, onDone }: DeleteDialogProps) {
  const t = useTranslate();
  const preview = useFetcher<Deletion | { code: string }>();
  const fetcher = useFetcher<FolderAnswer>();
  const { submit } = preview;
  const list = ids.join(',');
  const answer = fetcher.data;
  const refusal = answer?.ok === false ? answer : null;
  const removal = answer?.ok && isWorthShowing(answer.removal) ? answer.removal : null;
  // Asked again after a refusal: something may have come or gone meanwhile.
  useEffect(() => {
    if (!removal) void submit({ ids: list }, { method: 'post', action: deletionAddress });
  }, [submit, list, refusal, removal]);
  useEffect(() => {
    if (answer?.ok && !removal && fetcher.state === 'idle') onDone();
  }, [answer, removal, fetcher.state, onDone]);
  const found = preview.data;
  const deletion = found && 'titles' in found ? found : null;
  const problem = found && 'code' in found ? found : refusal;
  if (removal) {
    return (
      <Dialog title={t('intranet.delete-title')} closeLabel={t('dialog.close')} onClose={onDone}>
        <RemovalProgress removal={removal} onDone={onDone} />
      </Dialog>
    );
  }
  return (
    <Dialog title={t('intranet.delete-title')} closeLabel={t('dialog.close')} onClose={onClose}>
      {deletion && <WhatGoes deletion={deletion} />}
      {!found && <p>{t('intranet.loading')}</p>}
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="ids" value={list} />
        {deletion && (
          <input
            type="hidden"
            name="told"
            value={`${deletion.folders} ${deletion.documents} ${deletion.bytes}`}
          />
        )}
        {problem && <DialogError answer={problem} />}
        {deletion && deletion.others > 0 && (
          <TextField
            name="reason"
            label={t('intranet.reason')}
            hint={t('intranet.reason-hint')}
            maxLength={500}
            autoComplete="off"
          />
        )}
        {fetcher.state !== 'idle' && <p role="status">{t('intranet.deleting')}</p>}
        <DialogButtons cancel={{ label: t('dialog.cancel'), onCancel: onClose }}>
          {deletion && (
            <Button variant="primary" isBusy={fetcher.state !== 'idle'}>
              {t('intranet.delete')}
            </Button>
          )}
        </DialogButtons>
      </fetcher.Form>
    </Dialog>
  );
}

function WhatGoes({ deletion }: { deletion: Deletion }) {
  const t = useTranslate();
  const language = useLanguage();
  const { titles, folders, documents, bytes, others, trashDays } = deletion;
  const numbers = [
    folders > 0 && t('intranet.folders', { count: folders }),
    documents > 0 && t('intranet.documents', { count: documents }),
    bytes > 0 && formatBytes(bytes, language),
  ].filter(Boolean);
  return (
    <div role="status" className={classes.whatGoes}>
      <p>{t('intranet.delete-what')}</p>
      <ul>
        {titles.slice(0, 5).map((title, position) => (
          <li key={`${position} ${title}`}>
            <strong>{title}</strong>
          </li>
        ))}
        {titles.length > 5 && <li>{t('intranet.and-more', { count: titles.length - 5 })}</li>}
      </ul>
      <p>{t('intranet.delete-numbers', { numbers: numbers.join(', ') })}</p>
      {others > 0 && <p>{t('intranet.delete-others', { count: others })}</p>}
      <p>
        {trashDays > 0
          ? t('intranet.delete-trash', { count: trashDays })
          : t('intranet.delete-final')}
      </p>
    </div>
  );
}
