import type { TextKey } from '~/i18n/translate';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatNumber } from '~/lib/format/format-number';
import { SiteLink } from '~/ui/site-link';
import classes from './browse.module.css';
import type { FacetName } from './decision-query';
import type { FacetList, FacetOption } from './facet-options.server';
import { CountryMap, TimeLine } from './pictures';

/** How many values of a facet are shown at once. */
const shownAtOnce = 6;

const labels: Record<FacetName, TextKey> = {
  country: 'decision.facet.country',
  court: 'decision.facet.court',
  kind: 'decision.facet.kind',
  year: 'decision.facet.year',
  provision: 'decision.facet.provision',
  topic: 'decision.facet.topic',
  outcome: 'decision.facet.outcome',
  language: 'decision.facet.language',
  text: 'decision.facet.text',
};

/** Those that are also pictures, which are printed. */
const pictured: readonly FacetName[] = ['country', 'year'];

/** What narrows the list down; folded away on narrow screens. */
export function Facets({ facets }: { facets: readonly FacetList[] }) {
  const t = useTranslate();
  return (
    <nav id="narrow" className={classes.facets} aria-label={t('decision.narrow')}>
      {facets.map(({ name, options }) => (
        <details
          key={name}
          open
          className={classes.facet}
          data-no-print={pictured.includes(name) ? undefined : ''}
        >
          <summary>
            <h2>{t(labels[name])}</h2>
          </summary>
          {name === 'country' && <CountryMap options={options} />}
          {name === 'year' && <TimeLine options={options} />}
          <FacetValues
            options={name === 'year' ? options.filter(({ isChosen }) => isChosen) : options}
          />
        </details>
      ))}
    </nav>
  );
}

function FacetValues({ options }: { options: readonly FacetOption[] }) {
  const t = useTranslate();
  const chosen = options.filter(({ isChosen }) => isChosen);
  const others = options.filter(({ isChosen }) => !isChosen);
  const first = others.slice(0, shownAtOnce - chosen.length);
  const rest = others.slice(first.length);
  return (
    <>
      <ul>
        {[...chosen, ...first].map((option) => (
          <FacetValue key={option.value} option={option} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details className={classes.more}>
          <summary>{t('decision.more', { count: rest.length })}</summary>
          <ul>
            {rest.map((option) => (
              <FacetValue key={option.value} option={option} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function FacetValue({ option }: { option: FacetOption }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <li>
      <SiteLink
        to={option.address}
        className={classes.value}
        aria-current={option.isChosen ? 'true' : undefined}
        aria-label={option.isChosen ? t('decision.let-go', { value: option.label }) : undefined}
      >
        <span lang={option.lang}>{option.label}</span>
        {!option.isChosen && (
          <span className={classes.number}>{formatNumber(option.count, language)}</span>
        )}
      </SiteLink>
    </li>
  );
}
