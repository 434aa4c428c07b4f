import { decisionsAddress, type FacetName } from '~/features/decisions/browse/decision-query';
import { Brief } from '~/features/decisions/records/citation-lists';
import classes from '~/features/decisions/records/decision.module.css';
import type { BriefDecision } from '~/features/decisions/records/records.server';
import { useTranslate } from '~/i18n/translation-context';
import reading from '~/ui/reading.module.css';
import { EmptyState } from '~/ui/empty-state';
import { SiteLink } from '~/ui/site-link';

type Counted = { value: string; label: string; count: number };

type ProvisionViewProps = {
  page: {
    provision: string;
    name: string;
    description: string;
    official: string | null;
    total: number;
    groups: { key: string; name: string; decisions: BriefDecision[] }[];
    byCountry: Counted[];
    byYear: Counted[];
    articles: { provision: string; name: string; count: number }[];
  };
};

/** An article with the decisions on it, by paragraph, and their number by country and year. */
export function ProvisionView({ page }: ProvisionViewProps) {
  const t = useTranslate();
  const { provision, name, groups, official, articles } = page;
  const all = decisionsAddress({ q: '', facets: { provision }, sort: 'newest', page: 1 });
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <h1>{name}</h1>
        <p className={reading.subtitle}>{page.description}</p>
        <p data-no-print>
          {page.total > 0 ? (
            <SiteLink to={all}>{t('decision.provision-all', { count: page.total })}</SiteLink>
          ) : (
            <SiteLink to="/decisions">{t('decision.back')}</SiteLink>
          )}
          {official && (
            <>
              {' · '}
              <a href={official} rel="noreferrer">
                {t('decision.official-text')}
              </a>
            </>
          )}
        </p>
      </header>
      <div className={reading.columns}>
        <div className={reading.main}>
          {page.total === 0 && <EmptyState>{t('decision.provision-none')}</EmptyState>}
          {groups.map((group) => (
            <section key={group.key} className={reading.section} aria-labelledby={idOf(group.key)}>
              <h2 id={idOf(group.key)}>{group.name}</h2>
              <ul className={classes.citations}>
                {group.decisions.map((decision) => (
                  <li key={decision.identifier}>
                    <Brief decision={decision} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        {articles.length > 0 && (
          <aside className={reading.aside} aria-label={t('decision.figures')}>
            {page.total > 0 && (
              <div className={classes.counts}>
                <CountTable
                  caption={t('decision.by-country')}
                  facet="country"
                  {...page}
                  rows={page.byCountry}
                />
                <CountTable
                  caption={t('decision.by-year')}
                  facet="year"
                  {...page}
                  rows={page.byYear}
                />
              </div>
            )}
            <section className={reading.section} aria-labelledby="articles" data-no-print>
              <h2 id="articles">{t('decision.other-articles')}</h2>
              <ul className={classes.tags}>
                {articles.map((one) => (
                  <li key={one.provision}>
                    <SiteLink
                      to={`/provisions/${one.provision}`}
                      aria-current={one.provision === provision ? 'page' : undefined}
                    >
                      {one.name}
                    </SiteLink>{' '}
                    ({one.count})
                  </li>
                ))}
              </ul>
            </section>
          </aside>
        )}
      </div>
    </article>
  );
}

const idOf = (key: string) => `p-${key.replaceAll('/', '-')}`;

type CountTableProps = { caption: string; facet: FacetName; provision: string; rows: Counted[] };

function CountTable({ caption, facet, provision, rows }: CountTableProps) {
  return (
    <table>
      <caption>{caption}</caption>
      <tbody>
        {rows.map(({ value, label, count }) => (
          <tr key={value}>
            <th scope="row">
              <SiteLink
                to={decisionsAddress({
                  q: '',
                  facets: { [facet]: value, provision },
                  sort: 'newest',
                  page: 1,
                })}
              >
                {label}
              </SiteLink>
            </th>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
