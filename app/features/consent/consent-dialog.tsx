import { useId } from 'react';
import { Link } from 'react-router';
import { closeConsentDialog, useDecision } from './consent';
import { useTranslate } from '~/i18n/translation-context';
import { choicesAmong, type Consent, denied } from './consent-choice';
import { Dialog } from '~/ui/dialog/dialog';
import type { ConsentService } from './consent-services';
import classes from './consent.module.css';
import { ReceiptLine } from './receipt-line';
import { ServiceList } from './service-list';

type ConsentDialogProps = { consent: Consent | null; services: readonly ConsentService[] };

/** What can be chosen, one by one: opened by "Choose" and from the foot of the page. */
export function ConsentDialog({ consent, services }: ConsentDialogProps) {
  const t = useTranslate();
  const formId = useId();
  const decide = useDecision();
  const answerAll = (isGranted: boolean) => decide(choicesAmong(services, () => isGranted));
  return (
    <Dialog title={t('consent.title')} closeLabel={t('consent.close')} onClose={closeConsentDialog}>
      <p>{t('consent.intro')}</p>
      <form
        id={formId}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          const ticked = new FormData(event.currentTarget);
          decide(choicesAmong(services, (service) => ticked.has(service)));
        }}
      >
        <p>{t('consent.optional')}</p>
        <ServiceList services={services} choices={consent?.choices ?? denied} />
      </form>
      <div className={classes.buttons}>
        <button type="button" className={classes.button} onClick={() => answerAll(false)}>
          {t('consent.reject')}
        </button>
        <button type="button" className={classes.button} onClick={() => answerAll(true)}>
          {t('consent.accept')}
        </button>
        <button type="submit" form={formId} className={classes.button}>
          {t('consent.save')}
        </button>
      </div>
      <p className={classes.small}>
        {t('consent.lasts')}{' '}
        <Link to="/privacy-policy" onClick={closeConsentDialog}>
          {t('footer.privacy-policy')}
        </Link>
      </p>
      {consent && (
        <ReceiptLine
          receipt={consent.receipt}
          givenAt={new Date(consent.givenAt)}
          onFollow={closeConsentDialog}
        />
      )}
    </Dialog>
  );
}
