import { useEffect, useRef, useState } from 'react';
import { useActionData } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { useSite } from '~/site/site';
import { appCheckField, honeypotField } from './app-check-fields';

/** Milliseconds after which a token is renewed, before it expires during slow typing. */
const renewAfter = 12 * 60 * 1000;

/**
 * Stands in a form for everybody. The browser works for a token while the person writes, not before
 * anybody touches the form; who sends it before the token is there waits for a moment, and is told
 * so. There is nothing to solve.
 */
export function AppCheck() {
  const t = useTranslate();
  const isOn = useSite()?.config.flags.botProtection === true;
  const [token, setToken] = useState('');
  const [isAwaited, setAwaited] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useToken({ field, isOn, setToken });
  useWaitingForm({ field, isOn, token, setAwaited });
  return (
    <>
      <div className="visually-hidden" aria-hidden="true">
        <label>
          {t('app-check.leave-empty')}
          <input name={honeypotField} tabIndex={-1} autoComplete="off" defaultValue="" />
        </label>
      </div>
      {isOn && <input ref={field} type="hidden" name={appCheckField} value={token} readOnly />}
      {isOn && <p role="status">{isAwaited && !token ? t('app-check.working') : ''}</p>}
    </>
  );
}

/** What shows that someone is at a form: not every browser puts the focus on a pressed button. */
const signsOfUse = ['focusin', 'input', 'submit'];

type TokenUse = {
  field: React.RefObject<HTMLInputElement | null>;
  isOn: boolean;
  setToken: (token: string) => void;
};

function useToken({ field, isOn, setToken }: TokenUse): void {
  // A token is good for a few forms only: after each answer there is work for a new one.
  const answer: unknown = useActionData();
  useEffect(() => {
    const form = field.current?.form;
    if (!isOn || !form) return;
    const left = new AbortController();
    let timer: number | undefined;
    const work = async () => {
      try {
        const { workForToken } = await import('./solve');
        const token = await workForToken();
        if (!left.signal.aborted) setToken(token);
      } catch {
        // Without a token the form can be sent as without scripts.
        if (!left.signal.aborted) setToken('none');
      }
    };
    const begin = () => {
      if (timer !== undefined) return;
      timer = window.setInterval(() => void work(), renewAfter);
      void work();
    };
    left.signal.addEventListener('abort', () => clearInterval(timer));
    if (answer !== undefined || form.contains(document.activeElement)) begin();
    for (const sign of signsOfUse) {
      form.addEventListener(sign, begin, { capture: true, signal: left.signal });
    }
    return () => left.abort();
  }, [field, isOn, setToken, answer]);
}

type WaitingForm = {
  field: React.RefObject<HTMLInputElement | null>;
  isOn: boolean;
  token: string;
  setAwaited: (isAwaited: boolean) => void;
};

/** Holds a form that is sent too early, and sends it when the token is there. */
function useWaitingForm({ field, isOn, token, setAwaited }: WaitingForm): void {
  const waiting = useRef<{ submitter: HTMLElement | null } | null>(null);
  useEffect(() => {
    const form = field.current?.form;
    if (!isOn || !form) return;
    if (token) {
      const held = waiting.current;
      waiting.current = null;
      if (held) form.requestSubmit(held.submitter);
      return;
    }
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      waiting.current = { submitter: event.submitter };
      setAwaited(true);
    };
    form.addEventListener('submit', hold, { capture: true });
    return () => form.removeEventListener('submit', hold, { capture: true });
  }, [field, isOn, token, setAwaited]);
}
