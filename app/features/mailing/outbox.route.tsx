import { Link } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site-meta';
import { formatMoment, siteZone } from '~/lib/format-date';
import classes from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/outbox.route';
import { listOutbox } from './mailing.server';

export async function loader({ context }: Route.LoaderArgs) {
  const mails = await listOutbox(context.get(actorContext)).catch(showErrorPage);
  return { mails, title: translateIn(context.get(languageContext))('outbox.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/outbox', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function Outbox({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { mails } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{t('outbox.title')}</h1>
      <p>{t('outbox.intro')}</p>
      {mails.length === 0 ? (
        <p>{t('outbox.empty')}</p>
      ) : (
        <TableScroll label={t('outbox.title')}>
          <table className={`${classes.table} ${classes.stacked}`}>
            <thead>
              <tr>
                <th scope="col">{t('outbox.written')}</th>
                <th scope="col">{t('outbox.recipient')}</th>
                <th scope="col">{t('outbox.subject')}</th>
                <th scope="col">{t('outbox.state')}</th>
              </tr>
            </thead>
            <tbody>
              {mails.map((mail) => (
                <tr key={mail.id}>
                  <td>{formatMoment(mail.createdAt, language, siteZone)}</td>
                  <td data-label={t('outbox.recipient')}>{mail.recipient}</td>
                  <td data-label={t('outbox.subject')}>
                    <Link to={`/administration/outbox/${mail.id}`}>{mail.subject}</Link>
                  </td>
                  <td data-label={t('outbox.state')}>
                    {t(`outbox.state.${mail.state}`)}
                    {mail.lastError && ` (${mail.lastError})`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </div>
  );
}
