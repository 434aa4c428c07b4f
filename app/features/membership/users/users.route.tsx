import { Form, Link } from 'react-router';
import { actorContext, roles } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { listProfiles } from '~/features/identity/accounts/accounts.server';
import type { Translate } from '~/i18n/translate';
import { SavedViews } from '~/features/identity/saved-views/saved-views';
import { listSavedViews } from '~/features/identity/saved-views/saved-views.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { formatDate } from '~/lib/format/format-date';
import { Button, ButtonLink } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { type Column, DataTable } from '~/ui/data-table/data-table';
import { TableParameters } from '~/ui/data-table/table-menu';
import { EmptyState } from '~/ui/empty-state';
import { StatusPill } from '~/ui/status-pill';
import type { Route } from './+types/users.route';
import { accountStates, userFilterOf } from './user-schemas';
import { listUsers } from './users.server';

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = userFilterOf(new URL(request.url));
  const list = await listUsers(context.get(actorContext), filter).catch(throwErrorResponse);
  const profiles = await listProfiles(context.get(actorContext));
  const usernames = Object.fromEntries(profiles.map(({ userId, username }) => [userId, username]));
  const views = await listSavedViews(context.get(actorContext), '/administration/users');
  return {
    views,
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

const stateTones = { active: 'neutral', invited: 'attention', suspended: 'wrong' } as const;

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
      <TableParameters />
      <Button>{t('users.show')}</Button>
    </Form>
  );
}

/** All accounts; also the user area of specification section 2. */
export default function Users({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { filter, count } = loaderData;
  return (
    <div className={classes.wide}>
      <h1>{t('users.title')}</h1>
      <p>
        <ButtonLink to="/administration/users/new">{t('users.new')}</ButtonLink>
      </p>
      <Filter filter={filter} />
      <SavedViews views={loaderData.views} />
      <p role="status">{t('users.count', { count })}</p>
      {count === 0 ? <EmptyState>{t('users.none')}</EmptyState> : <UserTable {...loaderData} />}
    </div>
  );
}

type Row = Route.ComponentProps['loaderData']['users'][number];

const columnsOf = (t: Translate, language: string): Column<Row>[] => [
  {
    name: 'name',
    heading: t('users.name'),
    isSortable: true,
    cell: ({ id, lastName, firstName }) => (
      <Link to={`/administration/users/${id}`}>
        {lastName}, {firstName}
      </Link>
    ),
  },
  { name: 'email', heading: t('field.email'), isSortable: true, cell: ({ email }) => email },
  {
    name: 'role',
    heading: t('users.role'),
    isSortable: true,
    cell: ({ role }) => t(`role.${role}`),
  },
  {
    name: 'state',
    heading: t('users.state'),
    isSortable: true,
    cell: ({ state }) => (
      <StatusPill tone={stateTones[state]}>{t(`users.state.${state}`)}</StatusPill>
    ),
  },
  {
    name: 'since',
    heading: t('users.since'),
    isSortable: true,
    cell: ({ createdAt }) => formatDate(createdAt, language),
  },
];

function UserTable({
  users,
  filter,
  page,
  pages,
  usernames,
  hasProfiles,
}: Route.ComponentProps['loaderData']) {
  const t = useTranslate();
  const language = useLanguage();
  const columns = columnsOf(t, language);
  const username: Column<Row> = {
    name: 'username',
    heading: t('field.username'),
    cell: ({ id }) => usernames[id] ?? '',
  };
  return (
    <DataTable
      title={t('users.title')}
      columns={hasProfiles ? columns.toSpliced(2, 0, username) : columns}
      rows={users}
      rowKey={({ id }) => id}
      sorting={filter.sorting}
      page={page}
      pages={pages}
      download={{ list: 'users', asksReason: true }}
    />
  );
}
