import { data, redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import { config } from '~/config/config.server';
import { AppError } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import {
  choicesAmong,
  type Consent,
  consentCookieLine,
  consentIn,
  denied,
  newReceipt,
} from './consent-choice';
import { redirectWithNotice } from '~/answers/notices.server';
import { requestFactsContext } from '~/policy/request-context';
import { siteMeta } from '~/site/site-meta';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/consent.route';
import { askedConsent, recordConsent } from './consent.server';
import { type ConsentService, optionalAmong } from './consent-services';
import classes from './consent.module.css';
import { ReceiptLine } from './receipt-line';
import { ServiceList } from './service-list';
import { Form } from '~/ui/form';

export function loader({ request, context }: Route.LoaderArgs) {
  const { services, purposes } = askedConsent();
  return data(
    {
      title: translateIn(context.get(languageContext))('consent.title'),
      services,
      purposes,
      consent: consentIn(request.headers.get('cookie'), { purposes, now: Date.now() }),
    },
    // It shows what this browser has chosen.
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/consent', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const answer = form.get('answer');
  const { services, purposes } = askedConsent();
  if (optionalAmong(services).length === 0) return redirect('/consent');
  // What was switched on since the page was opened has not been shown.
  const shown = form.get('purposes') ?? purposes;
  if (answer !== 'none' && shown !== purposes) {
    return redirectWithNotice('/consent', { kind: 'error', key: 'error.consent-changed' });
  }
  const choices = choicesAmong(
    services,
    (service) => answer === 'all' || (answer === 'chosen' && form.get(service) === 'on'),
  );
  const consent = { receipt: newReceipt(), purposes, givenAt: Date.now(), choices };
  const { receipt } = consent;
  const language = context.get(languageContext);
  try {
    await recordConsent(
      context.get(actorContext),
      { receipt, purposes, language, choices },
      context.get(requestFactsContext).clientAddress,
    );
  } catch (error) {
    // The choice counts without its receipt.
    if (!(error instanceof AppError)) throw error;
  }
  const isSecure = config().server.origin.startsWith('https:');
  return redirectWithNotice('/consent', { kind: 'success', key: 'success.consent-saved' }, [
    consentCookieLine(consent, isSecure),
  ]);
}

/** The same question as in the dialog, as a page that works without scripts. */
export default function ConsentPage({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { services, purposes, consent } = loaderData;
  return (
    <div className={reading.page}>
      <h1>{t('consent.title')}</h1>
      <p>{t('consent.intro')}</p>
      {optionalAmong(services).length === 0 ? (
        <>
          <p>{t('consent.nothing-optional')}</p>
          <ServiceList services={services} choices={denied} />
        </>
      ) : (
        <ChoiceForm services={services} purposes={purposes} consent={consent} />
      )}
    </div>
  );
}

type ChoiceFormProps = {
  services: readonly ConsentService[];
  purposes: string;
  consent: Consent | null;
};

function ChoiceForm({ services, purposes, consent }: ChoiceFormProps) {
  const t = useTranslate();
  return (
    <>
      <Form method="post" className={classes.form} key={consent?.receipt}>
        <input type="hidden" name="purposes" value={purposes} />
        <p>{t('consent.optional')}</p>
        <ServiceList services={services} choices={consent?.choices ?? denied} />
        <div className={classes.buttons}>
          <button type="submit" name="answer" value="none" className={classes.button}>
            {t('consent.reject')}
          </button>
          <button type="submit" name="answer" value="all" className={classes.button}>
            {t('consent.accept')}
          </button>
          <button type="submit" name="answer" value="chosen" className={classes.button}>
            {t('consent.save')}
          </button>
        </div>
      </Form>
      <p className={classes.small}>{t('consent.lasts')}</p>
      {consent ? (
        <ReceiptLine receipt={consent.receipt} givenAt={new Date(consent.givenAt)} />
      ) : (
        <p className={classes.small}>{t('consent.none-yet')}</p>
      )}
    </>
  );
}
