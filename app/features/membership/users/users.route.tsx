import { Form, Link } from 'react-router';
import { actorContext, roles } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { listProfiles } from '~/features/identity/accounts/accounts.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { formatDate } from '~/lib/format/format-date';
import { Button, ButtonLink } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/users.route';
import { Pages } from './pages';
import { accountStates, sortings, userFilterOf } from './user-schemas';
import { listUsers } from './users.server';
import { UsersExport } from './users-export';

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = userFilterOf(new URL(request.url));
  const list = await listUsers(context.get(actorContext), filter).catch(throwErrorResponse);
  const profiles = await listProfiles(context.get(actorContext));
  const usernames = Object.fromEntries(profiles.map(({ userId, username }) => [userId, username]));
  return {
    ...list,
    filter,
    usernames,
    hasProfiles: profiles.length > 0,
    title: translateIn(context.get(languageContext))('users.title'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/users', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

function Filter({ filter }: Pick<Route.ComponentProps['loaderData'], 'filter'>) {
  const t = useTranslate();
  const all = { value: '', label: t('users.any') };
  return (
    <Form method="get" className={classes.filter} role="search" key={JSON.stringify(filter)}>
      <TextField name="search" label={t('users.search')} defaultValue={filter.search} />
      <SelectField
        name="role"
        label={t('users.role')}
        defaultValue={filter.role ?? ''}
        choices={[
          all,
          ...roles
            .filter((role) => role !== 'UNAUTHENTICATED')
            .map((role) => ({ value: role, label: t(`role.${role}`) })),
        ]}
      />
      <SelectField
        name="state"
        label={t('users.state')}
        defaultValue={filter.state ?? ''}
        choices={[
          all,
          ...accountStates.map((state) => ({ value: state, label: t(`users.state.${state}`) })),
        ]}
      />
      <SelectField
        name="sort"
        label={t('users.sort')}
        defaultValue={filter.sort}
        choices={sortings.map((sort) => ({ value: sort, label: t(`users.sort.${sort}`) }))}
      />
      <Button>{t('users.show')}</Button>
    </Form>
  );
}

export default function Users({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { users, filter, count, pages } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{t('users.title')}</h1>
      <p>
        <ButtonLink to="/administration/users/new">{t('users.new')}</ButtonLink>
      </p>
      <Filter filter={filter} />
      <p>{t('users.count', { count })}</p>
      {users.length > 0 && (
        <TableScroll label={t('users.title')}>
          <table className={`${classes.table} ${classes.stacked}`}>
            <thead>
              <tr>
                <th scope="col">{t('users.name')}</th>
                <th scope="col">{t('field.email')}</th>
                {loaderData.hasProfiles && <th scope="col">{t('field.username')}</th>}
                <th scope="col">{t('users.role')}</th>
                <th scope="col">{t('users.state')}</th>
                <th scope="col">{t('users.since')}</th>
              </tr>
            </thead>
            <tbody>
              {users.map((user) => (
                <tr key={user.id}>
                  <td>
                    <Link to={`/administration/users/${user.id}`}>
                      {user.lastName}, {user.firstName}
                    </Link>
                  </td>
                  <td data-label={t('field.email')}>{user.email}</td>
                  {loaderData.hasProfiles && (
                    <td data-label={t('field.username')}>{loaderData.usernames[user.id] ?? ''}</td>
                  )}
                  <td data-label={t('users.role')}>{t(`role.${user.role}`)}</td>
                  <td data-label={t('users.state')}>{t(`users.state.${user.state}`)}</td>
                  <td data-label={t('users.since')}>{formatDate(user.createdAt, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      <Pages page={filter.page} pages={pages} filter={filter} />
      <UsersExport filter={filter} />
    </div>
  );
}
