import { type ReactNode, useEffect, useRef } from 'react';
import classes from './form.module.css';
import { useToast } from './dialog/toasts';

type MessageProps = {
  kind: 'success' | 'error';
  text: string;
  /** The action data it belongs to: a repeated message is announced again. */
  answer: unknown;
  children?: ReactNode;
};

/**
 * What came of a form, where it is looked for: above the fields, and as a toast (spec section 8).
 * An error takes the focus, so that it is read out and not scrolled past.
 */
export function Message({ kind, text, answer, children }: MessageProps) {
  const box = useRef<HTMLDivElement>(null);
  const toast = useToast();
  useEffect(() => {
    toast({ kind, text });
    box.current?.focus();
  }, [kind, text, toast, answer]);
  return (
    <div ref={box} tabIndex={-1} className={kind === 'error' ? classes.summary : classes.success}>
      <p>{text}</p>
      {children}
    </div>
  );
}
