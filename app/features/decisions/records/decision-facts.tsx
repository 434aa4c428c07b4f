import { nameOfCountry, organisations } from './decision-names';
import type { ShownDecision } from './shown-decision';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { languageNames } from '~/lib/format/display-names';
import { formatDate, localeOf } from '~/lib/format/format-date';
import reading from '~/ui/reading.module.css';

/** What identifies a decision, with the court's own publication. */
export function DecisionFacts({ decision }: { decision: ShownDecision }) {
  const t = useTranslate();
  const language = useLanguage();
  const langOf = useLangOf();
  const { court, fineAmount, fineCurrency } = decision;
  // Those of organisations have a name in the reader’s language.
  const isNamedInEnglish = !organisations.includes(court.country) && court.nameEn !== court.name;
  const rows: [string, string | null, string?][] = [
    [decision.isEcli ? 'ECLI' : t('decision.identifier'), decision.identifier],
    [t('decision.case-number'), decision.caseNumbers.join(', ')],
    [t('decision.facet.country'), nameOfCountry(court.country, language, t)],
    [t('decision.court-english'), isNamedInEnglish ? court.nameEn : null, 'en'],
    [t('decision.facet.kind'), t(`courts.kind.${court.kind}`)],
    [t('decision.formation'), decision.formation],
    [
      t('judgment.published-on'),
      decision.publishedOn && formatDate(decision.publishedOn, language),
    ],
    [t('decision.facet.outcome'), decision.outcome && t(`decision.outcome.${decision.outcome}`)],
    [t('decision.fine'), fineAmount && fineCurrency && money(fineAmount, fineCurrency, language)],
    ['CELEX', decision.celex],
    [t('decision.facet.language'), languageNames(decision.languages, language)],
  ];
  return (
    <section className={reading.section} aria-labelledby="facts">
      <h2 id="facts">{t('decision.about')}</h2>
      <dl className={reading.facts}>
        {rows
          .filter(([, value]) => value)
          .map(([label, value, written = language]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd lang={langOf(written)}>{value}</dd>
            </div>
          ))}
      </dl>
      {decision.sourceUrl && (
        <p>
          <a href={decision.sourceUrl} rel="noreferrer">
            {t('decision.source')}
          </a>
        </p>
      )}
    </section>
  );
}

function money(amount: string, currency: string, language: string): string {
  const options = { style: 'currency', currency, maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(localeOf(language), options).format(Number(amount));
}
