import { Form } from 'react-router';
import { FollowButton } from '~/features/decisions/following/follow-button';
import { filterText } from '~/features/decisions/following/follow-filter';
import type { FollowState } from '~/features/library/following/follow-form';
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
  usualSort,
} from './decision-query';
import type { FacetList } from './facet-options.server';
import { Facets } from './facets';
import { EmptyState } from '~/ui/empty-state';

/** By which words the decisions were found, where it is not by all that were typed. */
type FoundWords = { query: string; insteadOf: string | null; hasFewerWords: boolean };

type BrowsePageProps = {
  page: {
    query: DecisionQuery;
    total: number;
    decisions: EntryOfDecision[];
    facets: FacetList[];
    follow: FollowState | null;
    words: FoundWords;
  };
};

/** The list of decisions, with what narrows it down beside it. */
export function BrowsePage({ page }: BrowsePageProps) {
  const t = useTranslate();
  const { query, total, decisions, facets, follow, words } = page;
  const found = words.insteadOf === null ? query : { ...query, q: words.query };
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
          <ResultsHead query={query} total={total} words={words} />
          <FollowButton subject={{ filter: filterText(found) }} follow={follow} />
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
  const kept = [...paramsOf({ ...query, page: 1 })].filter(([name]) => name !== 'q');
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
  best: 'decision.sort.best',
  newest: 'decision.sort.newest',
  oldest: 'decision.sort.oldest',
  cited: 'decision.sort.cited',
  name: 'decision.sort.name',
};

type ResultsHeadProps = { query: DecisionQuery; total: number; words: FoundWords };

function ResultsHead({ query, total, words }: ResultsHeadProps) {
  const t = useTranslate();
  const language = useLanguage();
  const isNarrowed = query.q !== '' || Object.keys(query.facets).length > 0;
  return (
    <div className={classes.head}>
      <div role="status">
        <h2 id="decisions-found" className={classes.count}>
          {t('decision.count', { count: total, number: formatNumber(total, language) })}
        </h2>
        <WordsNote words={words} />
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
      {total > 1 && <Sorts query={query} />}
    </div>
  );
}

/** Says what the search of the site says of words that nothing or little has. */
function WordsNote({ words: { query, insteadOf, hasFewerWords } }: { words: FoundWords }) {
  const t = useTranslate();
  return (
    <>
      {insteadOf !== null && <p>{t('search.instead', { typed: insteadOf, query })}</p>}
      {hasFewerWords && <p>{t('search.fewer-words')}</p>}
    </>
  );
}

function Sorts({ query }: { query: DecisionQuery }) {
  const t = useTranslate();
  const sorts = decisionSorts.filter((sort) => sort !== 'best' || query.q !== '');
  return (
    <nav className={classes.sorts} aria-label={t('decision.sort')} data-no-print>
      <span aria-hidden="true">{t('decision.sort')}</span>
      <ul>
        {sorts.map((sort) => (
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
  );
}

/** The whole list for programs and reference managers, and a feed of what is new in it. */
function Downloads({ query }: { query: DecisionQuery }) {
  const t = useTranslate();
  const params = paramsOf({ ...query, sort: usualSort(query.q), page: 1 }).toString();
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
  { extension: 'csl.json', label: 'CSL-JSON' },
  { extension: 'xml', label: 'ECLI XML' },
];
