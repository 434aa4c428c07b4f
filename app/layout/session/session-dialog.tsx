import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import type { LostSession } from '~/site/session-state';
import { Button } from '~/ui/button';
import fields from '~/ui/fields/fields.module.css';
import classes from './session-dialog.module.css';
import { signInHere, type SignInProblem } from './sign-in-here';

const problems = {
  refused: 'error.auth/invalid-credential',
  'no-answer': 'draft.offline',
  'further-step': 'draft.further-step',
} as const;

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
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const signIn = async () => {
    const outcome = await signInHere({ email, password });
    if ('reader' in outcome) onSignedIn(outcome.reader);
    else setProblem(outcome.problem);
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void signIn();
      }}
    >
      {problem && (
        <p role="alert" className={fields.error}>
          {t(problems[problem])}
        </p>
      )}
      <label className={fields.field}>
        <span className={fields.label}>{t('field.email')}</span>
        <input type="email" autoComplete="username" readOnly className={fields.box} value={email} />
      </label>
      <label className={fields.field}>
        <span className={fields.label}>{t('field.password')}</span>
        <input
          type="password"
          autoComplete="current-password"
          className={fields.box}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
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
