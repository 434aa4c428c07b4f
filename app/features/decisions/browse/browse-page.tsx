import { Form } from 'react-router';
import { FollowButton } from '~/features/decisions/following/follow-button';
import { filterText } from '~/features/decisions/following/follow-filter';
import type { FollowState } from '~/features/decisions/following/following.server';
import { ProposeLink } from '~/features/decisions/proposals/propose-link';
import type { TextKey } from '~/i18n/translate';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatNumber } from '~/lib/format/format-number';
import { Button } from '~/ui/button';
import { pageAddress, Pagination } from '~/ui/pagination';
import reading from '~/ui/reading.module.css';
import { SiteLink } from '~/ui/site-link';
import classes from './browse.module.css';
import { DecisionEntry, type EntryOfDecision } from './decision-entry';
import {
  type DecisionQuery,
  type DecisionSort,
  decisionSorts,
  decisionsAddress,
  decisionsPerPage,
  longestText,
  paramsOf,
} from './decision-query';
import type { FacetList } from './facet-options.server';
import { Facets } from './facets';
import { EmptyState } from '~/ui/empty-state';

type BrowsePageProps = {
  page: {
    query: DecisionQuery;
    total: number;
    decisions: EntryOfDecision[];
    facets: FacetList[];
    follow: FollowState | null;
  };
};

/** The list of decisions, with what narrows it down beside it. */
export function BrowsePage({ page }: BrowsePageProps) {
  const t = useTranslate();
  const { query, total, decisions, facets, follow } = page;
  const pages = Math.ceil(total / decisionsPerPage);
  return (
    <div className={reading.page}>
      <header className={reading.head}>
        <h1>{t('decision.title')}</h1>
        <p className={reading.subtitle}>{t('decision.description')}</p>
        <ProposeLink />
      </header>
      <SearchForm query={query} />
      <div className={classes.columns}>
        <section className={classes.results} aria-labelledby="decisions-found">
          <ResultsHead query={query} total={total} />
          <FollowButton subject={{ filter: filterText(query) }} follow={follow} />
          <ul className={classes.list}>
            {decisions.map((decision) => (
              <DecisionEntry key={decision.identifier} decision={decision} />
            ))}
          </ul>
          <Pagination
            page={query.page}
            pages={pages}
            address={pageAddress(Object.fromEntries(paramsOf({ ...query, page: 1 })))}
          />
          {total > 0 && <Downloads query={query} />}
        </section>
        <Facets facets={facets} />
      </div>
    </div>
  );
}

function SearchForm({ query }: { query: DecisionQuery }) {
  const t = useTranslate();
  const kept = [...paramsOf({ ...query, q: '', page: 1 })];
  return (
    <search data-no-print>
      <Form className={classes.form} action="/decisions" key={query.q}>
        <label className={classes.field}>
          <span>{t('decision.words')}</span>
          <input
            type="search"
            name="q"
            defaultValue={query.q}
            maxLength={longestText}
            autoComplete="off"
          />
        </label>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button variant="primary">{t('decision.search')}</Button>
      </Form>
    </search>
  );
}

const sortLabels: Record<DecisionSort, TextKey> = {
  newest: 'decision.sort.newest',
  oldest: 'decision.sort.oldest',
  cited: 'decision.sort.cited',
  name: 'decision.sort.name',
};

function ResultsHead({ query, total }: { query: DecisionQuery; total: number }) {
  const t = useTranslate();
  const language = useLanguage();
  const isNarrowed = query.q !== '' || Object.keys(query.facets).length > 0;
  return (
    <div className={classes.head}>
      <div role="status">
        <h2 id="decisions-found" className={classes.count}>
          {t('decision.count', { count: total, number: formatNumber(total, language) })}
        </h2>
      </div>
      <a href="#narrow" className={classes.toFacets} data-no-print>
        {t('decision.narrow')}
      </a>
      {isNarrowed && (
        <SiteLink to="/decisions" data-no-print>
          {t('decision.clear')}
        </SiteLink>
      )}
      {total === 0 && <EmptyState>{t('decision.none')}</EmptyState>}
      {total > 1 && (
        <nav className={classes.sorts} aria-label={t('decision.sort')} data-no-print>
          <span aria-hidden="true">{t('decision.sort')}</span>
          <ul>
            {decisionSorts.map((sort) => (
              <li key={sort}>
                <SiteLink
                  to={decisionsAddress({ ...query, sort, page: 1 })}
                  aria-current={sort === query.sort ? 'true' : undefined}
                >
                  {t(sortLabels[sort])}
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

/** The whole list for programs and reference managers, and a feed of what is new in it. */
function Downloads({ query }: { query: DecisionQuery }) {
  const t = useTranslate();
  const params = paramsOf({ ...query, sort: 'newest', page: 1 }).toString();
  const after = params ? `?${params}` : '';
  return (
    <section className={classes.downloads} aria-labelledby="downloads" data-no-print>
      <h2 id="downloads">{t('decision.downloads')}</h2>
      <ul>
        {downloads.map(({ extension, label }) => (
          <li key={extension}>
            <a href={`/api/decisions.${extension}${after}`}>{label}</a>
          </li>
        ))}
        <li>
          <a href={`/api/decisions.atom${after}`}>{t('decision.feed')}</a>
        </li>
        <li>
          <a href="/api/openapi.json">API (OpenAPI)</a>
        </li>
      </ul>
    </section>
  );
}

const downloads = [
  { extension: 'csv', label: 'CSV' },
  { extension: 'jsonl', label: 'JSON Lines' },
  { extension: 'bib', label: 'BibTeX' },
  { extension: 'ris', label: 'RIS' },
];
