import { Link } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site-meta';
import { formatDate } from '~/lib/format-date';
import classes from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/users.route';
import { listUsers } from './accounts.server';

export async function loader({ context }: Route.LoaderArgs) {
  const users = await listUsers(context.get(actorContext)).catch(showErrorPage);
  return { users, title: translateIn(context.get(languageContext))('users.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/users', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function Users({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { users } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{t('users.title')}</h1>
      <p>{t('users.count', { count: users.length })}</p>
      <TableScroll label={t('users.title')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('users.name')}</th>
              <th scope="col">{t('field.email')}</th>
              <th scope="col">{t('users.role')}</th>
              <th scope="col">{t('users.since')}</th>
            </tr>
          </thead>
          <tbody>
            {users.map((user) => (
              <tr key={user.id}>
                <td>
                  {user.lastName}, {user.firstName}
                </td>
                <td>{user.email}</td>
                <td>{t(`role.${user.role}`)}</td>
                <td>{formatDate(user.createdAt, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p>
        <Link to="/administration">{t('administration.back')}</Link>
      </p>
    </div>
  );
}
