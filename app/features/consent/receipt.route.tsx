import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/receipt.route';
import { getReceipt } from './consent.server';
import classes from './consent.module.css';

export async function loader({ params, context }: Route.LoaderArgs) {
  const receipt = await getReceipt(context.get(actorContext), params.id).catch(throwErrorResponse);
  const title = translateIn(context.get(languageContext))('consent.receipt-title');
  return data({ title, receipt }, { headers: { 'Cache-Control': 'no-store' } });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/consent', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** A choice as it was asked and answered, word for word. */
export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { receipt } = loaderData;
  const when = formatInstant(receipt.givenAt, useLanguage(), siteZone);
  const asked = Object.keys(receipt.texts).flatMap((key) =>
    /^consent\.service\.[a-zA-Z]+$/.test(key) ? [key.slice('consent.service.'.length)] : [],
  );
  const granted = new Map<string, boolean>(Object.entries(receipt.choices));
  return (
    <div className={reading.page}>
      <h1>{t('consent.receipt-title')}</h1>
      <p>{t('consent.receipt-facts', { number: receipt.id, when })}</p>
      <section className={classes.receipt} lang={receipt.language} aria-labelledby="asked">
        <h2 id="asked">{receipt.texts['consent.title']}</h2>
        <p>{receipt.texts['consent.intro']}</p>
        <ul className={classes.services}>
          {asked.map((name) => (
            <li key={name}>
              <strong>
                {t('word.label', { label: receipt.texts[`consent.service.${name}`] ?? '' })}
              </strong>{' '}
              <span lang={undefined}>{t(answerKey(granted.get(name)))}</span>
              <br />
              <span className={classes.small}>{receipt.texts[`consent.service.${name}.text`]}</span>
            </li>
          ))}
        </ul>
      </section>
      <p className={classes.small}>{t('consent.receipt-private')}</p>
      <p>
        <Link to="/consent">{t('consent.change')}</Link>
      </p>
    </div>
  );
}

function answerKey(isGranted: boolean | undefined) {
  if (isGranted === undefined) return 'consent.answer.required';
  return isGranted ? 'consent.answer.granted' : 'consent.answer.refused';
}
