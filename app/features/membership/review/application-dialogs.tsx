import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { sentTexts } from '~/lib/forms/form';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/dialog/dialog';
import { LongTextField, TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import type { DecisionProps } from './application-decision';
import { LastEntry } from './application-history';
import own from './application.module.css';
import { Form } from '~/ui/form';

type DialogName = 'ask' | 'approve' | 'reject';

const isWaiting = ({ application, isFirstApprover, nextApproval }: DecisionProps) =>
  isFirstApprover && nextApproval === 'approve' && application.status === 'under-review';

/** What can be decided now. */
function offered(props: DecisionProps): DialogName[] {
  if (props.application.status !== 'under-review') return ['reject'];
  return props.isVerified && !isWaiting(props) ? ['approve', 'ask', 'reject'] : ['ask', 'reject'];
}

/** The buttons of the decision; each asks once more, by the name of the person. */
export function ReviewDialogs(props: DecisionProps) {
  const t = useTranslate();
  const [open, setOpen] = useState<DialogName | null>(null);
  /** What was typed in a dialog that was closed, by its name. */
  const [typed, setTyped] = useState<Partial<Record<DialogName, Record<string, string>>>>({});
  const { application, isVerified, nextApproval } = props;
  const { status, version } = application;
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
      {status === 'under-review' && !isVerified && <p>{t('applications.verify-first')}</p>}
      {props.isApprovalVoid && <p>{t('applications.approval-void')}</p>}
      {isWaiting(props) && <p>{t('applications.wait-for-second')}</p>}
      {status === 'information-requested' && <p>{t('applications.waiting-for-answer')}</p>}
      <div className={`${own.stack} ${own.scripted}`}>
        {offered(props).map((step) => (
          <Button
            key={step}
            variant={step === 'reject' ? 'danger' : undefined}
            onClick={() => setOpen(step)}
          >
            {t(keyOf({ step, nextApproval }))}
          </Button>
        ))}
      </div>
      <DecisionsWithoutScripts {...props} />
      {open && (
        <DecisionDialog
          {...props}
          step={open}
          typed={typed[open]}
          onClose={(left) => {
            setTyped({ ...typed, [open]: left });
            setOpen(null);
          }}
        />
      )}
    </div>
  );
}

type StepProps = DecisionProps & { step: DialogName };

/** The text of its button; with `-title` and `-submit` those of its form. */
const keyOf = ({ step, nextApproval }: Pick<StepProps, 'step' | 'nextApproval'>) =>
  `applications.${step === 'approve' ? nextApproval : step}` as const;

type DialogProps = StepProps & {
  /** What was typed before it was closed. */
  typed: Record<string, string> | undefined;
  /** With what is typed, unless it was sent. */
  onClose: (typed?: Record<string, string>) => void;
};

function DecisionDialog({ onClose, ...props }: DialogProps) {
  const t = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const leave = () => onClose(sentTexts(new FormData(form.current ?? undefined)));
  return (
    <Dialog
      title={t(`${keyOf(props)}-title`, { name: props.name })}
      onClose={leave}
      closeLabel={t('applications.close')}
    >
      <DialogForm {...props} form={form} onSent={() => onClose()} onLeave={leave} />
    </Dialog>
  );
}

/** The same forms in the page itself; a refusal leaves the one that was sent open. */
function DecisionsWithoutScripts(props: DecisionProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  return (
    <noscript>
      <div className={own.stack}>
        {offered(props).map((step) => {
          const refusal = props.refusal?.values.intent === step ? props.refusal : undefined;
          const errorOf = (name: string) => refusal?.fieldErrors[name];
          return (
            <details key={step} open={refusal !== undefined}>
              <summary>{t(`${keyOf({ ...props, step })}-title`, { name: props.name })}</summary>
              <form method="post" className={classes.form} noValidate>
                <input type="hidden" name="intent" value={step} />
                <input type="hidden" name="version" value={props.application.version} />
                <DecisionFields
                  {...props}
                  step={step}
                  values={refusal?.values ?? {}}
                  errorOf={(name) => errorOf(name) && textOf(errorOf(name) ?? '')}
                />
                <Button variant="primary">{t(`${keyOf({ ...props, step })}-submit`)}</Button>
              </form>
            </details>
          );
        })}
      </div>
    </noscript>
  );
}

type FieldsProps = StepProps & {
  /** What was sent and refused. */
  values: Record<string, string>;
  errorOf: (name: string) => string | undefined;
};

/** What is asked for with each decision. */
function DecisionFields(props: FieldsProps) {
  const { step, application, drafts, nextApproval, values, errorOf } = props;
  const t = useTranslate();
  const mail = { text: values.text, error: errorOf('text') };
  if (step === 'ask') return <MailField template="question" draft={drafts.question} {...mail} />;
  const reference = (
    <TextField
      name="reference"
      label={t('applications.reference')}
      defaultValue={
        values.reference ?? (step === 'approve' ? (application.decisionReference ?? '') : '')
      }
      maxLength={100}
      error={errorOf('reference')}
    />
  );
  if (step === 'approve') {
    return (
      <>
        <p>{t(`applications.${nextApproval}-text`)}</p>
        {reference}
        {nextApproval === 'approve' && (
          <MailField template="approved" draft={drafts.approved} {...mail} />
        )}
      </>
    );
  }
  return (
    <>
      {reference}
      <LongTextField
        name="reason"
        label={t('applications.reason')}
        hint={t('applications.reason-hint')}
        defaultValue={values.reason}
        rows={3}
        maxLength={2000}
        required
        error={errorOf('reason')}
      />
      <MailField template="rejected" draft={drafts.rejected} {...mail} />
    </>
  );
}

type DialogFormProps = Omit<DialogProps, 'onClose'> & {
  form: RefObject<HTMLFormElement | null>;
  onSent: () => void;
  onLeave: () => void;
};

/** Sends a dialog's form without leaving the page, so that a refusal keeps what was typed. */
function DialogForm({ form, onSent, onLeave, ...props }: DialogFormProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const fetcher = useFetcher<{ error?: string; fieldErrors?: Record<string, string> }>();
  const { state, data } = fetcher;
  const wasBusy = useRef(false);
  useEffect(() => {
    // Success leads to the page again and leaves no answer here.
    if (state === 'idle' && wasBusy.current && !data) onSent();
    wasBusy.current = state !== 'idle';
  }, [state, data, onSent]);
  const errors = fetcher.data?.fieldErrors ?? {};
  const errorOf = (name: string) => (errors[name] ? textOf(errors[name]) : undefined);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        if (wasBusy.current) event.preventDefault();
      }}
    >
      <input type="hidden" name="intent" value={props.step} />
      <input type="hidden" name="version" value={props.application.version} />
      {fetcher.data?.error && (
        <div className={classes.summary} role="alert">
          <p>{textOf(fetcher.data.error)}</p>
          {fetcher.data.error === 'error.changed-meanwhile' && (
            <LastEntry history={props.history} />
          )}
        </div>
      )}
      <DecisionFields {...props} values={props.typed ?? {}} errorOf={errorOf} />
      <div className={classes.actions}>
        <Button variant="primary" isBusy={fetcher.state !== 'idle'}>
          {t(`${keyOf(props)}-submit`)}
        </Button>
        <Button onClick={onLeave}>{t('applications.cancel')}</Button>
      </div>
    </fetcher.Form>
  );
}

type MailFieldProps = {
  template: 'question' | 'approved' | 'rejected';
  draft: string;
  /** Instead of the draft, what was sent and refused. */
  text?: string;
  error?: string;
};

/** The words of the mail, and how the mail will read. */
function MailField({ template, draft, text, error }: MailFieldProps) {
  const t = useTranslate();
  const preview = useFetcher<{ subject?: string; text?: string }>();
  const field = useRef<HTMLDivElement>(null);
  const show = () => {
    const typed = field.current?.querySelector('textarea')?.value ?? '';
    void preview.submit({ intent: 'preview', template, text: typed }, { method: 'post' });
  };
  return (
    <div ref={field} className={classes.form}>
      <LongTextField
        name="text"
        label={t('applications.mail-text')}
        hint={t('applications.mail-hint')}
        defaultValue={text ?? draft}
        rows={9}
        maxLength={4000}
        required
        error={error}
      />
      <div className={own.scripted}>
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
