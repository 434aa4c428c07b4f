import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { ButtonLink } from '~/ui/button';
import { TableScroll } from '~/ui/table-scroll';
import type { Route } from './+types/categories.route';
import { listAllCategories } from './categories.server';

export async function loader({ context }: Route.LoaderArgs) {
  const categories = await Promise.resolve()
    .then(() => listAllCategories(context.get(actorContext)))
    .catch(throwErrorResponse);
  return {
    categories,
    title: translateIn(context.get(languageContext))('category.administration'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/forum', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  return (
    <div className={form.wide}>
      <h1>{loaderData.title}</h1>
      <p>
        <ButtonLink to="/administration/forum/new">{t('category.new')}</ButtonLink>
      </p>
      <TableScroll label={loaderData.title}>
        <table className={`${form.table} ${form.stacked}`}>
          <thead>
            <tr>
              <th scope="col">{t('category.position')}</th>
              <th scope="col">{t('category.name')}</th>
              <th scope="col">{t('category.read')}</th>
              <th scope="col">{t('category.write')}</th>
              <th scope="col">{t('category.archived')}</th>
            </tr>
          </thead>
          <tbody>
            {loaderData.categories.map((category) => (
              <tr key={category.id}>
                <td>{category.position}</td>
                <td data-label={t('category.name')}>
                  <Link to={`/administration/forum/${category.id}`}>{category.name}</Link>
                </td>
                <td data-label={t('category.read')}>
                  {t(
                    category.readRoles.includes('USER')
                      ? 'category.members'
                      : 'category.administrators',
                  )}
                </td>
                <td data-label={t('category.write')}>
                  {t(
                    category.writeRoles.includes('USER')
                      ? 'category.members'
                      : 'category.administrators',
                  )}
                </td>
                <td data-label={t('category.archived')}>
                  {category.archived ? t('category.yes') : ''}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </div>
  );
}
