import { Form } from 'react-router';
import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { Brief, Paragraphs } from '~/features/decisions/records/citation-lists';
import {
  type CourtName,
  nameOfCountry,
  nameOfCourt,
} from '~/features/decisions/records/decision-names';
import classes from '~/features/decisions/records/decision.module.css';
import type { DecisionPage } from '~/features/decisions/records/records.server';
import type { TextKey } from '~/i18n/translate';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatNumber } from '~/lib/format/format-number';
import { Button } from '~/ui/button';
import { SelectField } from '~/ui/fields/fields';
import form from '~/ui/form.module.css';
import { pageAddress, Pagination } from '~/ui/pagination';
import reading from '~/ui/reading.module.css';
import { SiteLink } from '~/ui/site-link';
import {
  citingFacets,
  type CitingChoice,
  type CitingFacet,
  type CitingFilter,
  fewestToFilter,
} from './citing-filter';
import own from './relations.module.css';
import type { Sentences } from './sentences.server';
import { Sentence } from './sentence';

export type CitedByProps = {
  identifier: string;
  /** How many decisions cite it, whatever the filter. */
  total: number;
  /** How many of them are within the filter. */
  count: number;
  /** Of how many pages this one is listed. */
  page: number;
  pages: number;
  listed: DecisionPage['citedBy'];
  filter: CitingFilter;
  choices: Record<CitingFacet, CitingChoice[]>;
  /** Those to choose from. */
  courts: readonly CourtName[];
  sentences: Sentences;
};

/** What cites a decision, with the sentences that do, by State, court and year. */
export function CitedBy(props: CitedByProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { total, count, listed, sentences, identifier } = props;
  const addressOf = pageAddress(props.filter);
  const isNarrowed = Object.keys(props.filter).length > 0;
  const numbers = { shown: formatNumber(count, language), total: formatNumber(total, language) };
  return (
    <section className={reading.section} aria-labelledby="cited-by">
      <h2 id="cited-by">{t('decision.cited-by', { count: total })}</h2>
      {total === 0 && <p>{t('decision.cited-by-none')}</p>}
      {(total >= fewestToFilter || isNarrowed) && <Filter {...props} />}
      {isNarrowed && (
        <p role="status" className={reading.small}>
          {t('decision.citing-shown', numbers)}{' '}
          <SiteLink to={`${decisionAddress(identifier)}#cited-by`} data-no-print>
            {t('decision.clear-citing')}
          </SiteLink>
        </p>
      )}
      <ul className={`${classes.citations} ${own.list}`}>
        {listed.map(({ decision, paragraphs }) => (
          <li key={decision.identifier}>
            <Brief decision={decision} />
            <Paragraphs paragraphs={paragraphs} />
            <Sentence sentence={sentences[decision.identifier]} />
          </li>
        ))}
      </ul>
      <Pagination
        page={props.page}
        pages={props.pages}
        address={(page) => `${addressOf(page)}#cited-by`}
      />
    </section>
  );
}

const labels: Record<CitingFacet, TextKey> = {
  country: 'decision.facet.country',
  court: 'decision.facet.court',
  year: 'decision.facet.year',
};

function Filter({ identifier, filter, choices, courts }: CitedByProps) {
  const t = useTranslate();
  const language = useLanguage();
  const labelOf: Record<CitingFacet, (value: string) => string> = {
    country: (value) => nameOfCountry(value, language, t),
    court: (value) => {
      const court = courts.find(({ code }) => code === value);
      return court ? nameOfCourt(court, language) : value;
    },
    year: (value) => value,
  };
  return (
    <Form
      method="get"
      action={`${decisionAddress(identifier)}#cited-by`}
      className={form.bar}
      aria-label={t('decision.narrow-citing')}
    >
      {citingFacets.map((name) => (
        <SelectField
          // A filter that was let go of is not chosen any more.
          key={`${name} ${filter[name] ?? ''}`}
          name={name}
          label={t(labels[name])}
          defaultValue={filter[name] ?? ''}
          choices={[
            { value: '', label: t('decision.any') },
            ...choices[name].map(({ value, count }) => ({
              value,
              label: `${labelOf[name](value)} (${formatNumber(count, language)})`,
            })),
          ]}
        />
      ))}
      <Button>{t('decision.apply')}</Button>
    </Form>
  );
}
