import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import reading from '~/ui/reading.module.css';
import classes from '~/features/forum/moderation/moderation.module.css';
import type { Measure } from '~/features/forum/reviews/review-states';

type StatementProps = {
  decision: {
    kind: 'first' | 'appeal';
    measure: Measure;
    facts: string;
    rule: string;
    measureText: string;
    appealRoute: string;
  };
  at: Date | null;
};

/** A statement of reasons (Regulation (EU) 2022/2065, article 17): its four parts. */
export function Statement({ decision, at }: StatementProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <section className={reading.section}>
      <h2>{t(decision.kind === 'first' ? 'statement.first' : 'statement.appeal')}</h2>
      {at && <p className={classes.soft}>{formatInstant(at, language, siteZone)}</p>}
      <dl className={reading.facts}>
        <dt>{t('statement.measure')}</dt>
        <dd>
          <p>{t(`measure.${decision.measure}`)}</p>
          <p className={classes.words}>{decision.measureText}</p>
        </dd>
        <dt>{t('statement.facts')}</dt>
        <dd className={classes.words}>{decision.facts}</dd>
        <dt>{t('statement.rule')}</dt>
        <dd className={classes.words}>{decision.rule}</dd>
        <dt>{t('statement.appeal-route')}</dt>
        <dd className={classes.words}>{decision.appealRoute}</dd>
      </dl>
    </section>
  );
}
