import { Form, Link, useNavigation } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { collections } from '~/lib/collections';
import { can } from '~/permissions';
import { siteMeta } from '~/site-meta';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/search.route';
import { resultsPerPage, searchLibrary } from './search.server';
import classes from './search.module.css';
import { SearchHits } from './search-hits';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const search = new URL(request.url).searchParams;
  const query = (search.get('q') ?? '').slice(0, 300).trim();
  const collection = collections.find((name) => name === search.get('collection'));
  const page = Math.min(50, Math.max(1, Math.floor(Number(search.get('page')) || 1)));
  const found = await searchLibrary(actor, { query, collection, page }).catch(showErrorPage);
  const title = translateIn(context.get(languageContext))('search.title');
  const mayChooseArea = can(actor, 'intranet.read-admin');
  return { ...found, query, collection, page, title, mayChooseArea, perPage: resultsPerPage };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/search', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const isBusy = useNavigation().state === 'loading';
  const { query, results, total, page, perPage, collection, mayChooseArea } = loaderData;
  const pageCount = Math.ceil(total / perPage);
  const address = (number: number) =>
    `?${new URLSearchParams({ q: query, page: String(number), ...(collection ? { collection } : {}) }).toString()}`;
  return (
    <div className={reading.page}>
      <h1>{t('search.title')}</h1>
      <search>
        <Form className={classes.form} key={query}>
          <label className={classes.field}>
            <span>{t('search.words')}</span>
            <input type="search" name="q" defaultValue={query} maxLength={300} autoComplete="off" />
          </label>
          {mayChooseArea && (
            <label className={classes.field}>
              <span>{t('search.area')}</span>
              <select name="collection" defaultValue={collection ?? ''}>
                <option value="">{t('search.everywhere')}</option>
                <option value="userIntranet">{t('intranet.title')}</option>
                <option value="adminIntranet">{t('intranet.title-admin')}</option>
              </select>
            </label>
          )}
          <button type="submit" className={classes.button} aria-busy={isBusy || undefined}>
            {t('search.submit')}
          </button>
        </Form>
        <p className={classes.hint}>{t('search.hint')}</p>
      </search>
      {query !== '' && (
        <p role="status">
          {total === 0 ? t('search.nothing', { query }) : t('search.count', { count: total })}
        </p>
      )}
      <SearchHits results={results} query={query} />
      {pageCount > 1 && (
        <nav aria-label={t('search.pages')} className={classes.pages}>
          {page > 1 && <Link to={address(page - 1)}>{t('search.previous')}</Link>}
          <span>{t('search.page', { number: page, count: pageCount })}</span>
          {page < pageCount && <Link to={address(page + 1)}>{t('search.next')}</Link>}
        </nav>
      )}
    </div>
  );
}
