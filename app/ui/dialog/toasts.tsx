import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
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
  children: ReactNode;
};

let lastId = 0;

export function ToastProvider({ label, closeLabel, children }: ToastProviderProps) {
  const [toasts, setToasts] = useState<ShownToast[]>([]);
  const region = useRef<HTMLElement>(null);
  const show = useCallback((toast: Toast) => {
    lastId += 1;
    setToasts((before) => [...before.slice(-3), { ...toast, id: lastId }]);
  }, []);
  const remove = useCallback((id: number) => {
    setToasts((before) => before.filter((toast) => toast.id !== id));
  }, []);
  const dialog = useTopDialog(toasts.length > 0);
  useTopLayer(region, { isShown: toasts.length > 0, dialog });
  const messages = (
    <section
      ref={region}
      popover="manual"
      className={classes.region}
      aria-label={label}
      aria-live="polite"
      data-no-print
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} onClose={remove} />
      ))}
    </section>
  );
  return (
    <ToastContext value={show}>
      {children}
      {dialog ? createPortal(messages, dialog) : messages}
    </ToastContext>
  );
}

const topDialog = () => [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;

/**
 * The modal dialog that is open, if any: everything outside it is inert (HTML, 6.3.1), a message
 * could neither be closed nor held there.
 */
function useTopDialog(isNeeded: boolean): Element | null {
  const [dialog, setDialog] = useState<Element | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    const look = () => setDialog(topDialog());
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, {
      attributeFilter: ['open'],
      childList: true,
      subtree: true,
    });
    return () => {
      observer.disconnect();
      setDialog(null);
    };
  }, [isNeeded]);
  return dialog;
}

/** Above everything, open dialogs included: what entered the top layer last lies above the rest. */
function useTopLayer(
  region: RefObject<HTMLElement | null>,
  { isShown, dialog }: { isShown: boolean; dialog: Element | null },
): void {
  useEffect(() => {
    const element = region.current;
    if (!isShown || !element?.isConnected) return;
    element.showPopover();
    return () => {
      if (element.isConnected && element.matches(':popover-open')) element.hidePopover();
    };
  }, [region, isShown, dialog]);
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
