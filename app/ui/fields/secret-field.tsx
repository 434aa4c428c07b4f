import { useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { FieldFrame, type FieldProps } from './fields';
import classes from './fields.module.css';

/** A password: it can be pasted, and shown or hidden where scripts run. */
export function SecretField({ label, hint, error, id, ...field }: FieldProps) {
  const t = useTranslate();
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame {...{ label, hint, error, id }}>
      {(input) => (
        <div className={classes.secret}>
          <input
            type={isShown ? 'text' : 'password'}
            className={classes.box}
            {...field}
            {...input}
          />
          <button
            type="button"
            className={classes.reveal}
            aria-label={t('field.show-password')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <EyeIcon isCrossed={isShown} />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

function EyeIcon({ isCrossed }: { isCrossed: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
    >
      <path d="M2.5 12c2-4 5.4-6.2 9.5-6.2s7.5 2.2 9.5 6.2c-2 4-5.4 6.2-9.5 6.2S4.5 16 2.5 12z" />
      <circle cx="12" cy="12" r="2.75" />
      {isCrossed && <path d="M4 4l16 16" />}
    </svg>
  );
}
