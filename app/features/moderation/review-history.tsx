import { useActionText } from '~/features/audit/audit-table';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatMoment, siteZone } from '~/lib/format-date';
import form from '~/ui/form.module.css';
import reading from '~/ui/reading.module.css';
import { TableScroll } from '~/ui/table-scroll';
import type { getReviewPage } from './review-page.server';

type ReviewHistoryProps = { history: Awaited<ReturnType<typeof getReviewPage>>['history'] };

/** Who did what in a review and when, from the audit log. */
export function ReviewHistory({ history }: ReviewHistoryProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const actionText = useActionText();
  const language = useLanguage();
  const more = ({ measure, result, reason }: (typeof history)[number]) => {
    if (measure) return textOf(`measure.${measure}`);
    if (result) return textOf(`appeal-result.${result}`);
    return reason && textOf(`flag.reason.${reason}`);
  };
  return (
    <section className={reading.section}>
      <h2>{t('review.history')}</h2>
      <TableScroll label={t('review.history')}>
        <table className={`${form.table} ${form.stacked}`}>
          <thead>
            <tr>
              <th scope="col">{t('audit.action')}</th>
              <th scope="col">{t('audit.at')}</th>
              <th scope="col">{t('audit.who')}</th>
            </tr>
          </thead>
          <tbody>
            {history.map((entry) => (
              <tr key={entry.seq}>
                <td>{[actionText(entry.action), more(entry)].filter(Boolean).join(': ')}</td>
                <td data-label={t('audit.at')}>{formatMoment(entry.at, language, siteZone)}</td>
                <td data-label={t('audit.who')}>
                  <bdi>{entry.actorName ?? t(`audit.actor.${entry.actorKind}`)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  );
}
