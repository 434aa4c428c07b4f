import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import { ButtonLink } from '~/ui/button';
import fields from '~/ui/fields/fields.module.css';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/newsletters.route';
import { listNewsletters } from './newsletters.server';
import { EmptyState } from '~/ui/empty-state';

export async function loader({ context }: Route.LoaderArgs) {
  return {
    newsletters: await listNewsletters(context.get(actorContext)).catch(throwErrorResponse),
    title: translateIn(context.get(languageContext))('newsletters.title'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/newsletters', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** All newsletters, from which one goes on with each. */
export default function Newsletters({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { newsletters } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{t('newsletters.title')}</h1>
      <p className={fields.row}>
        <ButtonLink to="/administration/newsletters/new">{t('newsletters.new')}</ButtonLink>
        <ButtonLink to="/administration/subscriptions">{t('subscriptions.title')}</ButtonLink>
      </p>
      {newsletters.length === 0 ? (
        <EmptyState>{t('newsletters.none')}</EmptyState>
      ) : (
        <TableScroll label={t('newsletters.title')}>
          <table className={`${classes.table} ${classes.stacked}`}>
            <thead>
              <tr>
                <th scope="col">{t('newsletter.subject')}</th>
                <th scope="col">{t('newsletter.list')}</th>
                <th scope="col">{t('newsletter.state')}</th>
                <th scope="col">{t('newsletter.time')}</th>
              </tr>
            </thead>
            <tbody>
              {newsletters.map((one) => (
                <tr key={one.id}>
                  <td>
                    <Link to={`/administration/newsletters/${one.id}`}>{one.subject}</Link>
                  </td>
                  <td data-label={t('newsletter.list')}>{t(`list.${one.list}`)}</td>
                  <td data-label={t('newsletter.state')}>{t(`newsletter.status.${one.status}`)}</td>
                  <td data-label={t('newsletter.time')}>
                    {formatInstant(
                      one.finishedAt ?? one.sendAt ?? one.updatedAt,
                      language,
                      siteZone,
                    )}
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
