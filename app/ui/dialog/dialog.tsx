import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '~/ui/button';
import classes from './dialog.module.css';

type DialogProps = { title: string; closeLabel: string; onClose: () => void; children: ReactNode };

const firstField = 'input:enabled:not([type=hidden]), textarea, select';

/**
 * A modal dialog by the browser's own element: it keeps the focus inside, closes on Escape and
 * gives the focus back (WAI-ARIA modal dialog). Shown as long as it is rendered.
 */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    // One writes at once; the browser alone would go to the cross that closes.
    element?.querySelector<HTMLElement>(firstField)?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={classes.head}>
        <h2 id={heading}>{title}</h2>
        <button type="button" className={classes.close} aria-label={closeLabel} onClick={onClose}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="2" fill="none" />
          </svg>
        </button>
      </div>
      {children}
    </dialog>
  );
}

type DialogButtonsProps = {
  children: ReactNode;
  /** A way out beside what the dialog is for. */
  cancel?: { label: string; onCancel: () => void };
};

/** The buttons at the end of a dialog. */
export function DialogButtons({ children, cancel }: DialogButtonsProps) {
  return (
    <div className={classes.buttons}>
      {cancel && <Button onClick={cancel.onCancel}>{cancel.label}</Button>}
      {children}
    </div>
  );
}
