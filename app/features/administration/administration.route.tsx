import { Link } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { countUsers } from '~/features/accounts/accounts.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site-meta';
import { can } from '~/permissions';
import classes from '~/ui/form.module.css';
import type { Route } from './+types/administration.route';

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  return {
    title: translateIn(context.get(languageContext))('administration.title'),
    users: await countUsers(actor).catch(showErrorPage),
    mayReadOutbox: can(actor, 'outbox.read'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function Administration({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  return (
    <div className={classes.page}>
      <h1>{t('administration.title')}</h1>
      <ul>
        <li>
          <Link to="/administration/users">{t('users.title')}</Link> (
          {t('users.count', { count: loaderData.users })})
        </li>
        <li>
          <Link to="/administration/intranet">{t('intranet.title-admin')}</Link>
        </li>
        {loaderData.mayReadOutbox && (
          <li>
            <Link to="/administration/outbox">{t('outbox.title')}</Link>
          </li>
        )}
      </ul>
    </div>
  );
}
