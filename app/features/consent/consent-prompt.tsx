import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { asksNotToBeTracked } from '~/lib/asks-not-to-be-tracked';
import type { ConsentDialog as Dialog } from './consent-dialog';
import { closeConsentDialog, useConsent, useIsConsentDialogOpen } from '~/consent';

/** Who has chosen does not load it again. Browsers that keep such dialogs away show the page all the same. */
const ConsentDialog = lazy<ComponentType<ComponentProps<typeof Dialog>>>(async () => {
  try {
    return { default: (await import('./consent-dialog')).ConsentDialog };
  } catch {
    return { default: InsteadOfDialog };
  }
});

/** Asks nothing, so that everything stays denied; whoever wants to choose is led to the page. */
function InsteadOfDialog({ isReopened }: { isReopened: boolean }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isReopened) return;
    closeConsentDialog();
    void navigate('/consent');
  }, [isReopened, navigate]);
  return null;
}

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
