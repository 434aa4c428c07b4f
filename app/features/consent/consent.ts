import { useMemo, useSyncExternalStore } from 'react';
import { useLanguage } from '~/i18n/translation-context';
import {
  type Consent,
  type ConsentChoices,
  consentCookieLine,
  consentIn,
  consentValue,
  keptConsent,
  newReceipt,
} from './consent-choice';
import { useSite } from '~/site/site';

const changed = new EventTarget();

function subscribe(onChange: () => void): () => void {
  changed.addEventListener('change', onChange);
  // Another tab may have answered meanwhile.
  addEventListener('focus', onChange);
  return () => {
    changed.removeEventListener('change', onChange);
    removeEventListener('focus', onChange);
  };
}

/** The choice kept in this browser, null when there is none that counts, undefined on the server. */
export function useConsent(): Consent | null | undefined {
  const purposes = useSite()?.config.consent.purposes ?? '';
  const cookie = useSyncExternalStore<string | undefined>(
    subscribe,
    () => cookieThatCounts(purposes),
    () => undefined,
  );
  return useMemo(
    () => (cookie === undefined ? undefined : keptConsent(cookie, purposes)),
    [cookie, purposes],
  );
}

function cookieThatCounts(purposes: string): string {
  const consent = consentIn(document.cookie, { purposes, now: Date.now() });
  return consent ? `consent=${consentValue(consent)}` : '';
}

/** Keeps a choice in this browser and has its receipt written. */
function useGiveConsent(): (choices: ConsentChoices) => void {
  const purposes = useSite()?.config.consent.purposes ?? '';
  const language = useLanguage();
  return (choices) => {
    const consent = { receipt: newReceipt(), purposes, givenAt: Date.now(), choices };
    document.cookie = consentCookieLine(consent, location.protocol === 'https:');
    changed.dispatchEvent(new Event('change'));
    void sendReceipt(consent, language);
  };
}

/** Without a receipt the choice counts all the same: it is the visitor's, not ours. */
async function sendReceipt(consent: Consent, language: string): Promise<void> {
  const { receipt, purposes, choices } = consent;
  await fetch('/consent/receipts', {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ receipt, purposes, language, choices }),
  }).catch(() => undefined);
}

/** Gives an answer and leaves the dialog, where it is open. */
export function useDecision(): (choices: ConsentChoices) => void {
  const giveConsent = useGiveConsent();
  return (choices) => {
    giveConsent(choices);
    closeConsentDialog();
  };
}

let isOpen = false;

/** Shows the dialog. */
export function openConsentDialog(): void {
  isOpen = true;
  changed.dispatchEvent(new Event('change'));
}

export function closeConsentDialog(): void {
  isOpen = false;
  changed.dispatchEvent(new Event('change'));
}

/** Whether the dialog is open. */
export function useIsConsentDialogOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  );
}
