import { Fragment } from 'react';
import { isOwnIdentifier } from '~/features/citations/ecli';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { localeOf } from '~/lib/format/format-date';
import type { Judgment } from '~/features/library/resources/resource-metadata';
import type { TextKey } from '~/i18n/translate';
import reading from '~/ui/reading.module.css';
import { judgmentPlace } from './judgment-place';

/** The metadata of a judgment, what is known of them. */
export function JudgmentFacts({ judgment }: { judgment: Judgment }) {
  const t = useTranslate();
  const language = useLanguage();
  const { fine, anonymised } = judgment;
  const amount =
    fine &&
    new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency: fine.currency,
    }).format(fine.amount);
  const facts: [TextKey, string | undefined][] = [
    [isOwnIdentifier(judgment.ecli ?? '') ? 'judgment.identifier' : 'judgment.ecli', judgment.ecli],
    ['document.country', judgment.country && judgmentPlace(judgment.country, language, t)],
    ['judgment.court', judgment.court],
    ['judgment.case-number', judgment.caseNumber],
    ['judgment.decided-on', judgment.decidedOn && formatDate(judgment.decidedOn, language)],
    ['judgment.published-on', judgment.publishedOn && formatDate(judgment.publishedOn, language)],
    ['judgment.type', judgment.type],
    ['judgment.articles', judgment.articles?.join(', ')],
    ['judgment.keywords', judgment.keywords?.join(', ')],
    ['judgment.outcome', judgment.outcome],
    ['judgment.fine', amount],
    ['judgment.appeal-from', judgment.appealFrom],
    ['judgment.appeal-to', judgment.appealTo],
    ['judgment.anonymised', anonymised && t(`judgment.anonymised.${anonymised}`)],
    ['judgment.anonymised-by', judgment.anonymisedBy],
  ];
  return (
    <dl className={reading.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <Fragment key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      {judgment.sourceUrl && (
        <>
          <dt>{t('judgment.source')}</dt>
          <dd>
            <a href={judgment.sourceUrl} rel="noreferrer nofollow">
              {judgment.sourceUrl}
            </a>
          </dd>
        </>
      )}
    </dl>
  );
}
