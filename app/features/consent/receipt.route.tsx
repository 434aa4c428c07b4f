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
import { allServices, type ConsentService } from './consent-services';
import { getReceipt, type Receipt } from './consent.server';
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

/** A choice as it was asked and answered, word for word. Earlier receipts have fewer texts. */
export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { id, givenAt, language, texts, choices } = loaderData.receipt;
  const when = formatInstant(givenAt, useLanguage(), siteZone);
  const asked = allServices.filter(({ name }) => texts[`consent.service.${name}`]);
  return (
    <div className={reading.page}>
      <h1>{t('consent.receipt-title')}</h1>
      <p>{t('consent.receipt-facts', { number: id, when })}</p>
      <section className={classes.receipt} lang={language} aria-labelledby="asked">
        <h2 id="asked">{texts['consent.title']}</h2>
        <Paragraph text={texts['consent.ask']} />
        <Paragraph text={texts['consent.intro']} />
        <Paragraph text={texts['consent.optional']} />
        <ul className={classes.services}>
          {asked.map((service) => (
            <AskedService key={service.name} {...{ service, texts, choices }} />
          ))}
        </ul>
        <Paragraph text={texts['consent.lasts']} />
      </section>
      <p className={classes.small}>{t('consent.receipt-private')}</p>
      <p>
        <Link to="/consent">{t('consent.change')}</Link>
      </p>
    </div>
  );
}

const Paragraph = ({ text }: { text: string | undefined }) => (text ? <p>{text}</p> : null);

type AskedServiceProps = Pick<Receipt, 'texts' | 'choices'> & { service: ConsentService };

/** A service as `ServiceList` shows it, with the answer instead of a box. */
function AskedService({ service: { name, category }, texts, choices }: AskedServiceProps) {
  const t = useTranslate();
  const language = useLanguage();
  const kind = texts[`consent.category.${category}`];
  const label = `${texts[`consent.service.${name}`]}${kind ? ` (${kind})` : ''}`;
  const isGranted = new Map(Object.entries(choices)).get(name);
  return (
    <li>
      {kind && isGranted === undefined ? (
        <strong>{label}</strong>
      ) : (
        <>
          <strong>{t('word.label', { label })}</strong>{' '}
          <span lang={language}>{t(answerKey(isGranted))}</span>
        </>
      )}
      <br />
      <span className={classes.small}>{texts[`consent.service.${name}.text`]}</span>
    </li>
  );
}

function answerKey(isGranted: boolean | undefined) {
  if (isGranted === undefined) return 'consent.answer.required';
  return isGranted ? 'consent.answer.granted' : 'consent.answer.refused';
}
