import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import classes from '../rich-text-editor.module.css';

type Asked = {
  editor: Editor;
  onClose: () => void;
  /** Does what was asked for. @returns whether it could */
  onSubmit: () => boolean | Promise<boolean>;
};

/** What a panel asks and does; `field` is for each of its inputs. */
export function usePanel({ editor, onClose, onSubmit }: Asked) {
  const errorId = useId();
  const [isRefused, setRefused] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const settle = (isDone: boolean) => {
    setBusy(false);
    if (isDone) onClose();
    else setRefused(true);
  };
  const submit = () => {
    if (isBusy) return;
    const done = onSubmit();
    if (typeof done === 'boolean') settle(done);
    else {
      setBusy(true);
      setRefused(false);
      void done.then(settle, () => settle(false));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter') return;
    // Enter would send the form around it.
    event.preventDefault();
    submit();
  };
  const field = {
    onKeyDown,
    onInput: () => setRefused(false),
    'aria-invalid': isRefused || undefined,
    'aria-describedby': isRefused ? errorId : undefined,
  };
  return { field, close, submit, errorId, isRefused, isBusy };
}

type PanelProps = {
  id: string;
  label: string;
  panel: ReturnType<typeof usePanel>;
  /** What the button that goes on is called. */
  submit: string;
  /** What is said when it could not be done. */
  refusal: string;
  /** The fields. */
  children: ReactNode;
  /** A further button. */
  more?: ReactNode;
  /** What is said while it is being done. */
  progress?: string;
};

/** Asks for something below the toolbar: fields, a button to go on and one to go back. */
export function RichTextPanel({ id, label, panel, children, ...props }: PanelProps) {
  const t = useTranslate();
  return (
    <div id={id} className={classes.panel} role="group" aria-label={label}>
      {children}
      <button
        type="button"
        className={classes.action}
        aria-disabled={panel.isBusy || undefined}
        onClick={panel.submit}
      >
        {props.submit}
      </button>
      {props.more}
      <button type="button" className={classes.action} onClick={panel.close}>
        {t('editor.cancel')}
      </button>
      {props.progress && (
        <p role="status" className={classes.progress}>
          {panel.isBusy && props.progress}
        </p>
      )}
      {panel.isRefused && (
        <p id={panel.errorId} role="alert" className={classes.error}>
          {props.refusal}
        </p>
      )}
    </div>
  );
}
