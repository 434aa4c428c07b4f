import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './confirm-dialog.module.css';

type ConfirmDialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  closeLabel: string;
  children: ReactNode;
};

/**
 * A question in front of the page (WAI-ARIA dialog, modal). The browser keeps the focus inside,
 * closes on Escape and gives the focus back to the button that opened it.
 */
export function ConfirmDialog({
  title,
  isOpen,
  onClose,
  closeLabel,
  children,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isOpen && !element.open) element.showModal();
    if (!isOpen && element.open) element.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={classes.head}>
        <h2 id={titleId}>{title}</h2>
        <button type="button" className={classes.close} aria-label={closeLabel} onClick={onClose}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="2" fill="none" />
          </svg>
        </button>
      </div>
      {isOpen && children}
    </dialog>
  );
}
