import { useState } from 'react';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Dialog, DialogButtons } from '~/ui/dialog/dialog';
import { Button } from '~/ui/button';
import { Message } from '~/ui/message';
import { useToast } from '~/ui/dialog/toasts';
import classes from './upload-panel.module.css';

export type InterruptedUpload = { id: string; fileName: string };

type InterruptedProps = { uploads: readonly InterruptedUpload[]; onDiscarded: () => void };

const maxListed = 5;

/** What was interrupted: it goes on when the file is chosen again, or it is thrown away. */
export function InterruptedUploads({ uploads, onDiscarded }: InterruptedProps) {
  const t = useTranslate();
  const [asked, setAsked] = useState<readonly InterruptedUpload[]>([]);
  const count = uploads.length;
  return (
    <div className={classes.interrupted}>
      <p>
        {t('upload.interrupted', {
          count,
          names: uploads
            .slice(0, 3)
            .map(({ fileName }) => fileName)
            .join(', '),
        })}
      </p>
      <ul>
        {uploads.slice(0, maxListed).map((upload) => (
          <li key={upload.id}>
            <bdi className={classes.file}>{upload.fileName}</bdi>
            <button type="button" className={classes.small} onClick={() => setAsked([upload])}>
              {t('upload.discard')}
              <span className="visually-hidden"> {upload.fileName}</span>
            </button>
          </li>
        ))}
      </ul>
      {count > 1 && (
        <button type="button" className={classes.small} onClick={() => setAsked(uploads)}>
          {t('upload.discard-all', { count })}
        </button>
      )}
      {asked.length > 0 && (
        <DiscardDialog
          uploads={asked}
          onClose={() => setAsked([])}
          onDiscarded={() => {
            setAsked([]);
            onDiscarded();
          }}
        />
      )}
    </div>
  );
}

type DiscardProps = InterruptedProps & { onClose: () => void };

/** Names what is thrown away before it is. */
function DiscardDialog({ uploads, onClose, onDiscarded }: DiscardProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ code: string } | null>(null);
  const discard = async () => {
    setBusy(true);
    const code = await discardAll(uploads);
    setBusy(false);
    setRefusal(code === null ? null : { code });
    if (code !== null) return;
    toast({ kind: 'success', text: t('upload.discarded', { count: uploads.length }) });
    onDiscarded();
  };
  return (
    <Dialog title={t('upload.discard-title')} closeLabel={t('dialog.close')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void discard();
        }}
      >
        <p>{t('upload.discard-what', { count: uploads.length })}</p>
        <ul className={classes.names}>
          {uploads.map(({ id, fileName }) => (
            <li key={id}>
              <bdi>
                <strong>{fileName}</strong>
              </bdi>
            </li>
          ))}
        </ul>
        {refusal && <Message kind="error" text={textOf(refusal.code)} answer={refusal} />}
        <DialogButtons cancel={{ label: t('dialog.cancel'), onCancel: onClose }}>
          <Button variant="primary" isBusy={isBusy}>
            {t('upload.discard')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/**
 * Ends uploads by the protocol they were sent by. What another tab has ended or finished meanwhile
 * is nothing to complain of.
 * @returns why one of them could not be ended; null when all are gone
 */
async function discardAll(uploads: readonly InterruptedUpload[]): Promise<string | null> {
  for (const { id } of uploads) {
    const answer = await fetch(`/uploads/${id}`, {
      method: 'DELETE',
      headers: { 'Tus-Resumable': '1.0.0' },
    }).catch(() => null);
    if (answer === null) return 'error.storage/retry-limit-exceeded';
    if (!answer.ok && answer.status !== 404 && answer.status !== 410) {
      return answer.headers.get('Upload-Refusal') ?? 'error.storage/unknown';
    }
  }
  return null;
}
