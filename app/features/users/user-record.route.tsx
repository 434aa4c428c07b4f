import { Link } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { listAuditEntriesAbout } from '~/features/audit/audit.server';
import { PersonRegistrations } from '~/features/registrations/person-registrations';
import { listRegistrationsOf } from '~/features/registrations/registrations.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site-meta';
import { formatMoment, siteZone } from '~/lib/format-date';
import classes from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/user-record.route';
import { UserFacts } from './user-facts';
import { getUser } from './users.server';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const user = await getUser(actor, params.id).catch(showErrorPage);
  return {
    user,
    entries: await listAuditEntriesAbout(actor, user.id),
    registrations: await listRegistrationsOf(actor, user.id),
    title: translateIn(context.get(languageContext))('user.title'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/user', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

function Entries({ entries }: Pick<Route.ComponentProps['loaderData'], 'entries'>) {
  const t = useTranslate();
  const language = useLanguage();
  if (entries.length === 0) return <p>{t('user.no-entries')}</p>;
  return (
    <TableScroll label={t('user.entries')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('user.entry-at')}</th>
            <th scope="col">{t('user.entry-action')}</th>
            <th scope="col">{t('user.entry-by')}</th>
            <th scope="col">{t('field.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.seq}>
              <td>{formatMoment(entry.at, language, siteZone)}</td>
              <td>{entry.action}</td>
              <td>
                {entry.actorId ? (
                  <Link to={`/user/${entry.actorId}`}>{entry.role}</Link>
                ) : (
                  entry.role
                )}
              </td>
              <td>{entry.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** One person's record, a section for each part of the site: never passwords, never in their place. */
export default function UserRecord({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { user, entries, registrations } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>
        {user.firstName} {user.lastName}
      </h1>
      <section className={classes.panel} aria-labelledby="account">
        <h2 id="account">{t('users.account')}</h2>
        <UserFacts user={user} />
        <p>
          <Link to={`/administration/users/${user.id}`}>{t('users.edit')}</Link>
        </p>
      </section>
      <section className={classes.panel} aria-labelledby="registrations">
        <h2 id="registrations">{t('user.registrations')}</h2>
        <PersonRegistrations registrations={registrations} />
      </section>
      <div className={classes.panel}>
        <h2>{t('user.entries')}</h2>
        <Entries entries={entries} />
      </div>
      <p>
        <Link to="/user">{t('user.back')}</Link>
      </p>
    </div>
  );
}
