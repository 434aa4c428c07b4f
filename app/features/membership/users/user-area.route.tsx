import { Form, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/fields/fields';
import classes from '~/ui/form.module.css';
import { pageAddress, Pagination } from '~/ui/pagination';
import type { Route } from './+types/user-area.route';
import { userFilterOf } from './user-schemas';
import { listUsers } from './users.server';

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = userFilterOf(new URL(request.url));
  const list = await listUsers(context.get(actorContext), filter).catch(throwErrorResponse);
  return { ...list, filter, title: translateIn(context.get(languageContext))('user.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/user', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** The user area: finds a person and leads to the record (spec section 2, behind the admin guard). */
export default function UserArea({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { users, count, filter, pages } = loaderData;
  return (
    <div className={classes.page}>
      <h1>{t('user.title')}</h1>
      <p>{t('user.intro')}</p>
      <Form method="get" className={classes.bar} role="search">
        <TextField name="search" label={t('users.search')} defaultValue={filter.search} />
        <Button>{t('users.show')}</Button>
      </Form>
      <p>{t('users.count', { count })}</p>
      <ul className={classes.entries}>
        {users.map((user) => (
          <li key={user.id}>
            <Link to={`/user/${user.id}`}>
              {user.lastName}, {user.firstName}
            </Link>
            <span>{user.email}</span>
          </li>
        ))}
      </ul>
      <Pagination
        page={filter.page}
        pages={pages}
        address={pageAddress({ search: filter.search })}
      />
    </div>
  );
}
