import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Dialog, DialogButtons } from '~/ui/dialog/dialog';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import type { EntryView } from '~/features/library/intranet/entry-view';
import type { FolderAnswer } from '~/features/library/intranet/folder-page.server';
import { DialogError } from './dialog-error';

type NameDialogProps = { entry?: EntryView; onClose: () => void; onDone: () => void };

/** Asks for the name of a new folder, or for another name of something. */
export function NameDialog({ entry, onClose, onDone }: NameDialogProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const fetcher = useFetcher<FolderAnswer>();
  const answer = fetcher.data;
  useEffect(() => {
    if (answer?.ok && fetcher.state === 'idle') onDone();
  }, [answer, fetcher.state, onDone]);
  // As it was when the dialog opened: what someone else changes meanwhile is told, not overwritten.
  const [opened] = useState(entry?.version);
  const isStale = answer?.ok === false && answer.code === 'error.intranet-resource.stale';
  const fieldError = answer?.ok === false ? answer.fieldErrors?.title : undefined;
  return (
    <Dialog
      title={entry ? t('intranet.rename-what', { name: entry.title }) : t('intranet.new-folder')}
      closeLabel={t('dialog.close')}
      onClose={onClose}
    >
      <fetcher.Form method="post" noValidate>
        <input type="hidden" name="intent" value={entry ? 'rename' : 'create-folder'} />
        {entry && <input type="hidden" name="id" value={entry.id} />}
        {entry && <input type="hidden" name="version" value={isStale ? entry.version : opened} />}
        {answer?.ok === false && !fieldError && (
          <DialogError answer={answer}>
            {isStale && entry && <p>{t('intranet.now-called', { name: entry.title })}</p>}
          </DialogError>
        )}
        <TextField
          name="title"
          label={t('intranet.name')}
          defaultValue={entry?.title ?? ''}
          maxLength={200}
          required
          autoComplete="off"
          error={fieldError && textOf(fieldError)}
        />
        <DialogButtons cancel={{ label: t('dialog.cancel'), onCancel: onClose }}>
          <Button variant="primary" isBusy={fetcher.state !== 'idle'}>
            {t(entry ? 'intranet.rename' : 'intranet.create')}
          </Button>
        </DialogButtons>
      </fetcher.Form>
    </Dialog>
  );
}
