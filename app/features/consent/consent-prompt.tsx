import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { asksNotToBeTracked } from '~/lib/asks-not-to-be-tracked';
import { useConsent, useIsConsentDialogOpen } from '~/consent';

// Who has chosen does not load it again.
const ConsentDialog = lazy(async () => ({
  default: (await import('./consent-dialog')).ConsentDialog,
}));

/** Asks on the first visit, and again when asked to. Without scripts everything stays denied. */
export function ConsentPrompt() {
  const consent = useConsent();
  const isReopened = useIsConsentDialogOpen();
  const { pathname } = useLocation();
  if (consent === undefined || pathname === '/consent') return null;
  // Who sends Global Privacy Control has answered already.
  const isAsked = consent === null && !asksNotToBeTracked();
  if (!isAsked && !isReopened) return null;
  return (
    <Suspense fallback={null}>
      <ConsentDialog consent={consent} isReopened={isReopened} />
    </Suspense>
  );
}
