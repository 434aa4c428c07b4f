import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { useSite } from '~/site/site';
import { Button } from '~/ui/button';
import fields from '~/ui/fields/fields.module.css';
import classes from './sign-in-here.module.css';
import { isSignedInNow, signInHere, type SignInOutcome } from './draft-saving';

const quiet = 1500;

/** Opens the dialog when typing pauses; otherwise it would receive the next letters. */
function useOpenWhenQuiet(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const open = () => {
      removeEventListener('keydown', wait);
      if (!dialog.current?.open) dialog.current?.showModal();
    };
    let timer = setTimeout(open, quiet);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(open, quiet);
    };
    addEventListener('keydown', wait);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', wait);
    };
  }, [dialog]);
}

const problems = {
  refused: 'error.auth/invalid-credential',
  'no-answer': 'draft.offline',
  'further-step': 'draft.further-step',
} as const;

type SignInHereProps = {
  /** How often someone wanted to send and could not: each time the dialog is opened again. */
  refusals?: number;
  onSignedIn: () => void;
};

/** Signs in again without leaving the page, so that what was typed stays where it is. */
export function SignInHere({ refusals = 0, onSignedIn }: SignInHereProps) {
  const t = useTranslate();
  const email = useSite()?.reader.email ?? '';
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [values, setValues] = useState({ email, password: '' });
  const [problem, setProblem] = useState<Exclude<SignInOutcome, 'signed-in'> | null>(null);
  useOpenWhenQuiet(dialog);
  useEffect(() => {
    if (refusals > 0 && !dialog.current?.open) dialog.current?.showModal();
  }, [refusals]);
  const goOn = useRef(() => {});
  useEffect(() => {
    goOn.current = () => {
      dialog.current?.close();
      onSignedIn();
    };
  }, [onSignedIn]);
  // Back from another tab, where the session may have begun again.
  useEffect(() => {
    const look = async () => {
      if (await isSignedInNow()) goOn.current();
    };
    const onFocus = () => void look();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, []);
  const signIn = async () => {
    const outcome = await signInHere(values);
    if (outcome === 'signed-in') goOn.current();
    else setProblem(outcome);
  };
  const field = (name: 'email' | 'password') => ({
    className: fields.box,
    value: values[name],
    onChange: (event: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: event.target.value })),
    onKeyDown: (event: { key: string; preventDefault: () => void }) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      void signIn();
    },
  });
  return (
    <>
      <Button onClick={() => dialog.current?.showModal()}>{t('draft.sign-in-again')}</Button>
      {/* Without a form of its own: it stands within the form that is written in. */}
      <dialog ref={dialog} className={classes.dialog} aria-labelledby={titleId}>
        <h2 id={titleId}>{t('draft.session-ended')}</h2>
        <p>{t('draft.session-ended-text')}</p>
        {problem && (
          <p role="alert" className={fields.error}>
            {t(problems[problem])}
          </p>
        )}
        <label className={fields.field}>
          <span className={fields.label}>{t('field.email')}</span>
          <input type="email" autoComplete="username" readOnly={email !== ''} {...field('email')} />
        </label>
        <label className={fields.field}>
          <span className={fields.label}>{t('field.password')}</span>
          <input type="password" autoComplete="current-password" {...field('password')} />
        </label>
        <p className={fields.hint}>
          <a href="/login" target="_blank" rel="noopener">
            {t('draft.sign-in-elsewhere')}
          </a>
        </p>
        <div className={fields.row}>
          <Button variant="primary" onClick={() => void signIn()}>
            {t('login.submit')}
          </Button>
          <Button onClick={() => dialog.current?.close()}>{t('editor.link-cancel')}</Button>
        </div>
      </dialog>
    </>
  );
}
