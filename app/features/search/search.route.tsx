import { Form, Link, useNavigation } from 'react-router';
import { actorContext, isSignedIn } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { countUnansweredSearch } from '~/features/telemetry/analytics/analytics.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { pageNumber } from '~/ui/page-number';
import { collections } from '~/lib/collections';
import { can } from '~/policy/permissions';
import { requestFactsContext } from '~/policy/request-context';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import { pageAddress, Pagination } from '~/ui/pagination';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/search.route';
import { SearchFilter } from './search-filter';
import { SearchHits } from './search-hits';
import {
  longestQuery,
  maxPages,
  resultsPerPage,
  type SearchKind,
  searchKinds,
  shortestQuery,
} from './search-kinds';
import classes from './search.module.css';
import { searchSite } from './search.server';
import { mayProposeTo } from '~/features/decisions/query/query.server';

const yearIn = (search: URLSearchParams): number | undefined => {
  const [year] = /^[12]\d{3}$/.exec(search.get('year') ?? '') ?? [];
  return year === undefined ? undefined : Number(year);
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const search = new URL(request.url).searchParams;
  const typed = (search.get('q') ?? '').slice(0, longestQuery).trim();
  const kind = searchKinds.find((name) => name === search.get('kind'));
  const mayChooseArea = can(actor, 'library.read-admin');
  const collection = can(actor, 'library.read')
    ? collections.find((name) => name === search.get('collection'))
    : undefined;
  const year = yearIn(search);
  const page = pageNumber(search, maxPages);
  const { clientAddress } = context.get(requestFactsContext);
  const mayPropose = mayProposeTo(actor, clientAddress);
  const wish = { query: typed, kind, year, collection, page, language, mayPropose };
  const found = await searchSite(actor, wish).catch(throwErrorResponse);
  const isUnanswered = !year && searchKinds.every((one) => found.counts[one] === 0);
  if (isUnanswered && typed.length >= shortestQuery) {
    await countUnansweredSearch(actor, typed, { headers: request.headers, clientAddress });
  }
  const t = translateIn(language);
  return {
    ...found,
    // Which kinds there are depends on what was found: the page would have to load all their names.
    results: found.results.map((result) => ({ ...result, label: t(result.label) })),
    typed,
    kind: kind ?? null,
    year: year ?? null,
    collection: collection ?? null,
    page,
    mayChooseArea,
    isMember: isSignedIn(actor),
    title: t('search.title'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/search', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { typed, results, total, page, kind, year, collection, counts, insteadOf, query } =
    loaderData;
  const kept = {
    q: typed,
    ...(collection ? { collection } : {}),
    ...(year ? { year: String(year) } : {}),
  };
  const addressOf = (one: SearchKind | null) =>
    `?${new URLSearchParams({ ...kept, ...(one ? { kind: one } : {}) }).toString()}`;
  return (
    <div className={reading.page}>
      <h1>{t('search.title')}</h1>
      <SearchForm page={loaderData} />
      {typed !== '' && typed.length >= shortestQuery && (
        <SearchFilter kind={kind} counts={counts} addressOf={addressOf} />
      )}
      {total > 0 && counts.decision === total && (
        <p>
          <Link to={`/decisions?${new URLSearchParams({ ...kept, q: query }).toString()}`}>
            {t('search.filter-decisions')}
          </Link>
        </p>
      )}
      <div role="status" className={classes.status}>
        {insteadOf !== null && <p>{t('search.instead', { typed: insteadOf, query })}</p>}
        {loaderData.hasFewerWords && <p>{t('search.fewer-words')}</p>}
        {typed !== '' && typed.length < shortestQuery && <p>{t('search.too-short')}</p>}
        {total > 0 && <p>{t('search.count', { count: total })}</p>}
        {typed.length >= shortestQuery && total === 0 && <Nothing page={loaderData} />}
      </div>
      <SearchHits results={results} />
      <Pagination
        page={page}
        pages={Math.min(maxPages, Math.ceil(total / resultsPerPage))}
        address={pageAddress({ ...kept, kind: kind ?? '' })}
      />
    </div>
  );
}

type SearchPage = { page: Route.ComponentProps['loaderData'] };

function SearchForm({ page }: SearchPage) {
  const t = useTranslate();
  const isBusy = useNavigation().state === 'loading';
  const { typed, collection, kind, mayChooseArea, isMember } = page;
  return (
    <search>
      <Form className={classes.form} key={`${typed} ${collection} ${page.year}`}>
        <label className={classes.field}>
          <span>{t('search.words')}</span>
          <input
            type="search"
            name="q"
            defaultValue={typed}
            maxLength={longestQuery}
            autoComplete="off"
            aria-describedby="search-hint"
          />
        </label>
        {mayChooseArea ? (
          <label className={classes.field}>
            <span>{t('search.area')}</span>
            <select name="collection" defaultValue={collection ?? ''}>
              <option value="">{t('search.everywhere')}</option>
              <option value="userIntranet">{t('intranet.title')}</option>
              <option value="adminIntranet">{t('intranet.title-admin')}</option>
            </select>
          </label>
        ) : (
          collection && <input type="hidden" name="collection" value={collection} />
        )}
        <YearField page={page} />
        {kind && <input type="hidden" name="kind" value={kind} />}
        <Button variant="primary" isBusy={isBusy}>
          {t('search.submit')}
        </Button>
      </Form>
      <p id="search-hint" className={classes.hint}>
        {t(isMember ? 'search.hint' : 'search.hint-visitor')}
      </p>
    </search>
  );
}

/** Offered where what was found is of several years; each says how many there are. */
function YearField({ page: { year, years } }: SearchPage) {
  const t = useTranslate();
  if (years.length < 2 && year === null) return null;
  const isKnown = year === null || years.some((one) => one.year === year);
  const offered = isKnown ? years : [{ year, count: 0 }, ...years];
  return (
    <label className={classes.field}>
      <span>{t('search.year')}</span>
      <select name="year" defaultValue={year ?? ''}>
        <option value="">{t('search.any-year')}</option>
        {offered.map((one) => (
          <option key={one.year} value={one.year}>
            {one.year} ({one.count})
          </option>
        ))}
      </select>
    </label>
  );
}

/** What can be done when nothing fits. */
function Nothing({ page }: SearchPage) {
  const t = useTranslate();
  const { typed, isMember, counts, kind, year, collection } = page;
  const elsewhere = searchKinds.some((one) => counts[one] > 0);
  return (
    <>
      <p>{t('search.nothing', { query: typed })}</p>
      <ul className={classes.advice}>
        {(elsewhere || (collection ?? kind ?? year)) && (
          <li>
            <Link to={`?${new URLSearchParams({ q: typed }).toString()}`}>
              {t('search.look-everywhere')}
            </Link>
          </li>
        )}
        <li>{t('search.advice.fewer')}</li>
        <li>{t('search.advice.language')}</li>
        {!isMember && <li>{t('search.advice.members')}</li>}
      </ul>
    </>
  );
}
