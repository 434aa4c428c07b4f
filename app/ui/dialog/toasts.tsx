import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import classes from './toasts.module.css';

export type Toast = { kind: 'success' | 'error'; text: string };
type ShownToast = Toast & { id: number };

/** Spec section 9: a toast lasts 5 seconds; the time stands still while hovered or focused. */
const shownFor = 5_000;

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** Shows a message at the bottom right; errors stand beside what they concern as well. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

type ToastProviderProps = {
  label: string;
  closeLabel: string;
  /** What the messages are about, such as the page's path: another one begins without them. */
  scope: string;
  children: ReactNode;
};

let lastId = 0;

export function ToastProvider({ label, closeLabel, scope, children }: ToastProviderProps) {
  const [shownScope, setShownScope] = useState(scope);
  const [toasts, setToasts] = useState<ShownToast[]>([]);
  if (shownScope !== scope) {
    setShownScope(scope);
    setToasts([]);
  }
  const show = useCallback((toast: Toast) => {
    lastId += 1;
    setToasts((before) => [...before.slice(-3), { ...toast, id: lastId }]);
  }, []);
  const remove = useCallback((id: number) => {
    setToasts((before) => before.filter((toast) => toast.id !== id));
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <section className={classes.region} aria-label={label} aria-live="polite" data-no-print>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} onClose={remove} />
        ))}
      </section>
    </ToastContext>
  );
}

type ToastCardProps = { toast: ShownToast; closeLabel: string; onClose: (id: number) => void };

function ToastCard({ toast, closeLabel, onClose }: ToastCardProps) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => onClose(toast.id), shownFor);
    return () => clearTimeout(timer);
  }, [isHeld, onClose, toast.id]);
  return (
    <div
      className={classes.toast}
      data-kind={toast.kind}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p className={classes.text}>{toast.text}</p>
      <button
        type="button"
        className={classes.close}
        aria-label={closeLabel}
        onClick={() => onClose(toast.id)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="2" fill="none" />
        </svg>
      </button>
    </div>
  );
}
