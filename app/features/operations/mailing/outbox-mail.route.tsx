import { Fragment } from 'react';
import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { siteMeta } from '~/site/site-meta';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { isUuid } from '~/lib/is-uuid';
import classes from '~/ui/form.module.css';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/outbox-mail.route';
import { getOutboxMail } from './mailing.server';
import outbox from './outbox.module.css';

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!isUuid(params.id)) throw data('error.not-found', { status: 404 });
  const mail = await getOutboxMail(context.get(actorContext), params.id).catch(throwErrorResponse);
  const { subject, recipient, createdAt, state, lastError, text, calendar } = mail;
  return {
    subject,
    recipient,
    createdAt,
    state,
    lastError,
    text,
    calendar: calendar?.content ?? null,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/outbox', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.subject, ...page }) : [];
}

export default function OutboxMail({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const mail = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{mail.subject}</h1>
      <dl className={reading.facts}>
        <dt>{t('outbox.recipient')}</dt>
        <dd>{mail.recipient}</dd>
        <dt>{t('outbox.written')}</dt>
        <dd>{formatInstant(mail.createdAt, language, siteZone)}</dd>
        <dt>{t('outbox.state')}</dt>
        <dd>
          {t(`outbox.state.${mail.state}`)}
          {mail.lastError && ` (${mail.lastError})`}
        </dd>
      </dl>
      {mail.text === '' ? (
        <p>{t('outbox.text-removed')}</p>
      ) : (
        <div className={outbox.text}>
          <TextWithLinks text={mail.text} />
        </div>
      )}
      {mail.calendar && (
        <details>
          <summary>{t('outbox.calendar')}</summary>
          <pre className={outbox.text}>{mail.calendar}</pre>
        </details>
      )}
    </div>
  );
}

/** The text part, in which web addresses can be opened. */
function TextWithLinks({ text }: { text: string }) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, position) => (
      <Fragment key={position}>
        {/^https?:\/\//.test(part) ? <a href={part}>{part}</a> : part}
      </Fragment>
    ));
}
