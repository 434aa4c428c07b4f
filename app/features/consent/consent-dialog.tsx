import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { choicesAmong, type Consent, type ConsentChoices, denied } from '~/lib/consent-choice';
import { useSite } from '~/site';
import classes from './consent.module.css';
import { ReceiptLine } from './receipt-line';
import { ServiceList } from './service-list';
import { closeConsentDialog, useGiveConsent } from '~/consent';

type ConsentDialogProps = { consent: Consent | null; isReopened: boolean };

/** Beside the page, never in front of it: everything stays readable and usable behind. */
export function ConsentDialog({ consent, isReopened }: ConsentDialogProps) {
  const t = useTranslate();
  const services = useSite()?.config.consent.services ?? [];
  const [isChoosing, setChoosing] = useState(false);
  const isDetailed = isChoosing || isReopened;
  const dialog = useRef<HTMLElement>(null);
  const [titleId, formId] = [useId(), useId()];
  const decide = useDecision();
  useReturnOfFocus(dialog, isReopened);
  const answerAll = (isGranted: boolean) => decide(choicesAmong(services, () => isGranted));
  return (
    <section
      ref={dialog}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={classes.dialog}
      data-no-print
    >
      <h2 id={titleId} className={classes.title}>
        {t('consent.title')}
      </h2>
      <p>{t('consent.intro')}</p>
      {isDetailed && (
        <form
          id={formId}
          className={classes.form}
          // The button that opens it is gone by then: the keyboard goes on here.
          ref={isChoosing ? focusFirstChoice : undefined}
          onSubmit={(event) => {
            event.preventDefault();
            const ticked = new FormData(event.currentTarget);
            decide(choicesAmong(services, (service) => ticked.has(service)));
          }}
        >
          <ServiceList services={services} choices={consent?.choices ?? denied} />
        </form>
      )}
      <div className={classes.buttons}>
        <button type="button" className={classes.button} onClick={() => answerAll(false)}>
          {t('consent.reject')}
        </button>
        <button type="button" className={classes.button} onClick={() => answerAll(true)}>
          {t('consent.accept')}
        </button>
        {isDetailed ? (
          <button key="save" type="submit" form={formId} className={classes.button}>
            {t('consent.save')}
          </button>
        ) : (
          // Of its own, or React would make it the button that submits while it is being pressed.
          <button
            key="choose"
            type="button"
            className={classes.button}
            onClick={() => setChoosing(true)}
          >
            {t('consent.choose')}
          </button>
        )}
        {isReopened && (
          <button type="button" className={classes.button} onClick={closeConsentDialog}>
            {t('consent.close')}
          </button>
        )}
      </div>
      <p className={classes.small}>
        {t('consent.lasts')} <Link to="/privacy-policy">{t('footer.privacy-policy')}</Link>
      </p>
      {consent && <ReceiptLine receipt={consent.receipt} givenAt={new Date(consent.givenAt)} />}
    </section>
  );
}

function focusFirstChoice(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLInputElement>('input:enabled')?.focus();
}

function useDecision(): (choices: ConsentChoices) => void {
  const giveConsent = useGiveConsent();
  return (choices) => {
    giveConsent(choices);
    closeConsentDialog();
  };
}

/** Asked for, it takes the focus, and gives it back to the button that opened it. */
function useReturnOfFocus(dialog: React.RefObject<HTMLElement | null>, isReopened: boolean): void {
  useEffect(() => {
    if (!isReopened) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeConsentDialog();
    };
    const opener = document.activeElement;
    dialog.current?.focus();
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [dialog, isReopened]);
}
