import { useEffect, useId, useRef, useState } from 'react';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import type { LostSession } from '~/site/session-state';
import { Button } from '~/ui/button';
import { useToast } from '~/ui/dialog/toasts';
import { CheckField } from '~/ui/fields/choices';
import fields from '~/ui/fields/fields.module.css';
import classes from './session-dialog.module.css';
import { signInHere } from './sign-in-here';

type OnSignedIn = (reader: string) => void;
type SessionDialogProps = { why: LostSession; email: string; onSignedIn: OnSignedIn };

/**
 * Stands for the page whose session was lost. Signing in happens here, so that what was typed stays
 * where it is; there is no way round it, since the page is for members.
 */
export function SessionDialog({ why, email, onSignedIn }: SessionDialogProps) {
  const t = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isGone = why === 'error.firestore/account-not-found';
  const title = t('draft.session-ended');
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    // The address is there already.
    element?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      data-no-print
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id={titleId}>{title}</h2>
      <p>{isGone ? t(why) : t('draft.session-ended-text')}</p>
      {!isGone && <SignInFields email={email} onSignedIn={onSignedIn} />}
      <p className={fields.hint}>
        <a href="/">{t('not-found.home')}</a>
      </p>
    </dialog>
  );
}

function SignInFields({ email, onSignedIn }: Omit<SessionDialogProps, 'why'>) {
  const t = useTranslate();
  const textOf = useTextOf();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const signIn = async (form: FormData) => {
    const outcome = await signInHere(form);
    if ('reader' in outcome) return onSignedIn(outcome.reader);
    setProblem(outcome.problem);
    toast({ kind: 'error', text: textOf(outcome.problem) });
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void signIn(new FormData(event.currentTarget));
      }}
    >
      {problem && (
        <p role="alert" className={fields.error}>
          {textOf(problem)}
        </p>
      )}
      <label className={fields.field}>
        <span className={fields.label}>{t('field.email')}</span>
        <input
          type="email"
          name="email"
          autoComplete="username"
          readOnly
          className={fields.box}
          value={email}
        />
      </label>
      <label className={fields.field}>
        <span className={fields.label}>{t('field.password')}</span>
        <input
          type="password"
          name="password"
          autoComplete="current-password"
          className={fields.box}
        />
      </label>
      <CheckField name="keepSignedIn" label={t('login.keep')} />
      <p className={fields.hint}>
        <a href="/login" target="_blank" rel="noopener">
          {t('draft.sign-in-elsewhere')}
        </a>
      </p>
      <div className={fields.row}>
        <Button variant="primary">{t('login.submit')}</Button>
      </div>
    </form>
  );
}
