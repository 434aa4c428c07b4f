import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { openConsentDialog, useConsent, useDecision, useIsConsentDialogOpen } from './consent';
import { useTranslate } from '~/i18n/translation-context';
import { asksNotToBeTracked } from './asks-not-to-be-tracked';
import { choicesAmong } from './consent-choice';
import { useSite } from '~/site/site';
import { ConsentDialog } from './consent-dialog';
import { type ConsentService, optionalAmong } from './consent-services';
import classes from './consent.module.css';

/** Asks for consent on the first visit and on request. Without scripts everything stays denied. */
export function ConsentPrompt() {
  const services = useSite()?.config.consent.services ?? [];
  const consent = useConsent();
  const isOpen = useIsConsentDialogOpen();
  const { pathname } = useLocation();
  useFocusAfterAnswer(consent !== null);
  if (optionalAmong(services).length === 0 || pathname === '/consent') return null;
  // A visitor who sends Global Privacy Control has answered already.
  const isAsked = consent === undefined || (consent === null && !asksNotToBeTracked());
  return (
    <>
      {isAsked && <ConsentBar services={services} isKnown={consent === null} isOpen={isOpen} />}
      {consent !== undefined && isOpen && <ConsentDialog consent={consent} services={services} />}
    </>
  );
}

type ConsentBarProps = {
  services: readonly ConsentService[];
  /** Whether the cookie has been read; before, `consentScript` decides whether the bar is seen. */
  isKnown: boolean;
  isOpen: boolean;
};

/** Stands above the page and moves nothing, since it is there before the first paint. */
function ConsentBar({ services, isKnown, isOpen }: ConsentBarProps) {
  const t = useTranslate();
  const decide = useDecision();
  const names = optionalAmong(services).map(({ name }) => t(`consent.service.${name}`));
  const answerAll = (isGranted: boolean) => decide(choicesAmong(services, () => isGranted));
  return (
    <section
      className={classes.bar}
      aria-label={t('consent.title')}
      data-known={isKnown ? '' : undefined}
      data-open={isOpen ? '' : undefined}
      data-no-print
    >
      <p className={classes.question}>
        {t('consent.ask', { services: names.join(', ') })}{' '}
        <Link to="/privacy-policy">{t('footer.privacy-policy')}</Link>
      </p>
      <div className={classes.buttons}>
        <button type="button" className={classes.button} onClick={() => answerAll(false)}>
          {t('consent.reject')}
        </button>
        <button type="button" className={classes.button} onClick={() => answerAll(true)}>
          {t('consent.accept')}
        </button>
        <button type="button" className={classes.button} onClick={openConsentDialog}>
          {t('consent.choose')}
        </button>
      </div>
    </section>
  );
}

/** Moves the focus to the page when the bar with the pressed button disappears (WCAG 2.4.3). */
function useFocusAfterAnswer(isAnswered: boolean): void {
  const wasAnswered = useRef(isAnswered);
  useEffect(() => {
    const isNew = isAnswered && !wasAnswered.current;
    wasAnswered.current = isAnswered;
    if (!isNew || document.activeElement !== document.body) return;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [isAnswered]);
}
