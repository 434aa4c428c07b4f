import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/dialog/dialog';
import { LongTextField, TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import type { DecisionProps } from './application-decision';
import { LastEntry } from './application-history';
import own from './application.module.css';
import { Form } from '~/ui/form';

type DialogName = 'ask' | 'approve' | 'reject';

/** The buttons of the decision; each asks once more, by the name of the person. */
export function ReviewDialogs(props: DecisionProps) {
  const t = useTranslate();
  const [open, setOpen] = useState<DialogName | null>(null);
  const { application, isVerified, isFirstApprover, nextApproval } = props;
  const { status, version } = application;
  const close = () => setOpen(null);
  const isWaiting = isFirstApprover && nextApproval === 'approve' && status === 'under-review';
  return (
    <div className={own.stack}>
      {status === 'submitted' && (
        <>
          <p>{t('applications.review-first')}</p>
          <Form method="post">
            <input type="hidden" name="intent" value="start-review" />
            <input type="hidden" name="version" value={version} />
            <Button variant="primary">{t('applications.start-review')}</Button>
          </Form>
        </>
      )}
      {status === 'under-review' && (
        <>
          {!isVerified && <p>{t('applications.verify-first')}</p>}
          {isWaiting && <p>{t('applications.wait-for-second')}</p>}
          {isVerified && !isWaiting && (
            <Button onClick={() => setOpen('approve')}>{t(`applications.${nextApproval}`)}</Button>
          )}
          <Button onClick={() => setOpen('ask')}>{t('applications.ask')}</Button>
        </>
      )}
      {status === 'information-requested' && <p>{t('applications.waiting-for-answer')}</p>}
      <Button variant="danger" onClick={() => setOpen('reject')}>
        {t('applications.reject')}
      </Button>
      {open === 'ask' && <AskDialog {...props} onClose={close} />}
      {open === 'approve' && <ApproveDialog {...props} onClose={close} />}
      {open === 'reject' && <RejectDialog {...props} onClose={close} />}
    </div>
  );
}

type DialogProps = DecisionProps & { onClose: () => void };

function AskDialog({ application, history, name, drafts, onClose }: DialogProps) {
  const t = useTranslate();
  return (
    <Dialog
      title={t('applications.ask-title', { name })}
      onClose={onClose}
      closeLabel={t('applications.close')}
    >
      <DialogForm
        intent="ask"
        version={application.version}
        history={history}
        onClose={onClose}
        submit="ask-submit"
      >
        {(errorOf) => (
          <MailField template="question" draft={drafts.question} error={errorOf('text')} />
        )}
      </DialogForm>
    </Dialog>
  );
}

function ApproveDialog(props: DialogProps) {
  const { application, history, name, drafts, nextApproval, onClose } = props;
  const t = useTranslate();
  const isDeciding = nextApproval === 'approve';
  return (
    <Dialog
      title={t(`applications.${nextApproval}-title`, { name })}
      onClose={onClose}
      closeLabel={t('applications.close')}
    >
      <DialogForm
        intent="approve"
        version={application.version}
        history={history}
        onClose={onClose}
        submit={`${nextApproval}-submit`}
      >
        {(errorOf) => (
          <>
            <p>{t(`applications.${nextApproval}-text`)}</p>
            <TextField
              name="reference"
              label={t('applications.reference')}
              defaultValue={application.decisionReference ?? ''}
              maxLength={100}
              error={errorOf('reference')}
            />
            {isDeciding && (
              <MailField template="approved" draft={drafts.approved} error={errorOf('text')} />
            )}
          </>
        )}
      </DialogForm>
    </Dialog>
  );
}

function RejectDialog({ application, history, name, drafts, onClose }: DialogProps) {
  const t = useTranslate();
  return (
    <Dialog
      title={t('applications.reject-title', { name })}
      onClose={onClose}
      closeLabel={t('applications.close')}
    >
      <DialogForm
        intent="reject"
        version={application.version}
        history={history}
        onClose={onClose}
        submit="reject-submit"
      >
        {(errorOf) => (
          <>
            <TextField name="reference" label={t('applications.reference')} maxLength={100} />
            <LongTextField
              name="reason"
              label={t('applications.reason')}
              hint={t('applications.reason-hint')}
              rows={3}
              maxLength={2000}
              required
              error={errorOf('reason')}
            />
            <MailField template="rejected" draft={drafts.rejected} error={errorOf('text')} />
          </>
        )}
      </DialogForm>
    </Dialog>
  );
}

type DialogFormProps = {
  intent: DialogName;
  version: number;
  submit: 'ask-submit' | 'approve-submit' | 'approve-first-submit' | 'reject-submit';
  history: DecisionProps['history'];
  onClose: () => void;
  children: (errorOf: (name: string) => string | undefined) => React.ReactNode;
};

/** Sends a dialog's form without leaving the page, so that a refusal keeps what was typed. */
function DialogForm(props: DialogFormProps) {
  const { intent, version, submit, history, onClose, children } = props;
  const t = useTranslate();
  const textOf = useTextOf();
  const fetcher = useFetcher<{ error?: string; fieldErrors?: Record<string, string> }>();
  const { state, data } = fetcher;
  const wasBusy = useRef(false);
  useEffect(() => {
    // Success leads to the page again and leaves no answer here.
    if (state === 'idle' && wasBusy.current && !data) onClose();
    wasBusy.current = state !== 'idle';
  }, [state, data, onClose]);
  const errors = fetcher.data?.fieldErrors ?? {};
  const errorOf = (name: string) => (errors[name] ? textOf(errors[name]) : undefined);
  return (
    <fetcher.Form method="post" className={classes.form} noValidate>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
      {fetcher.data?.error && (
        <div className={classes.summary} role="alert">
          <p>{textOf(fetcher.data.error)}</p>
          {fetcher.data.error === 'error.changed-meanwhile' && <LastEntry history={history} />}
        </div>
      )}
      {children(errorOf)}
      <div className={classes.actions}>
        <Button variant="primary" isBusy={fetcher.state !== 'idle'}>
          {t(`applications.${submit}`)}
        </Button>
        <Button onClick={onClose}>{t('applications.cancel')}</Button>
      </div>
    </fetcher.Form>
  );
}

type MailFieldProps = {
  template: 'question' | 'approved' | 'rejected';
  draft: string;
  error?: string;
};

/** The words of the mail, and how the mail will read. */
function MailField({ template, draft, error }: MailFieldProps) {
  const t = useTranslate();
  const preview = useFetcher<{ subject?: string; text?: string }>();
  const field = useRef<HTMLDivElement>(null);
  const show = () => {
    const text = field.current?.querySelector('textarea')?.value ?? '';
    void preview.submit({ intent: 'preview', template, text }, { method: 'post' });
  };
  return (
    <div ref={field} className={classes.form}>
      <LongTextField
        name="text"
        label={t('applications.mail-text')}
        hint={t('applications.mail-hint')}
        defaultValue={draft}
        rows={9}
        maxLength={4000}
        required
        error={error}
      />
      <div>
        <Button onClick={show}>{t('applications.preview')}</Button>
      </div>
      <div aria-live="polite">
        {preview.data?.text && (
          <div className={own.preview}>
            <p>{preview.data.subject}</p>
            <p>{preview.data.text}</p>
          </div>
        )}
      </div>
    </div>
  );
}
