import { HistoryTable } from '~/features/identity/audit/history-table';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import reading from '~/ui/reading.module.css';
import type { getReviewPage } from './review-page.server';

type ReviewHistoryProps = { history: Awaited<ReturnType<typeof getReviewPage>>['history'] };

/** Who did what in a review and when, and what was decided. */
export function ReviewHistory({ history }: ReviewHistoryProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const more = ({ measure, result, reason }: (typeof history)[number]) => {
    if (measure) return textOf(`measure.${measure}`);
    if (result) return textOf(`appeal-result.${result}`);
    return reason && textOf(`flag.reason.${reason}`);
  };
  return (
    <section className={reading.section}>
      <h2>{t('review.history')}</h2>
      <HistoryTable label={t('review.history')} history={history} more={more} />
    </section>
  );
}
