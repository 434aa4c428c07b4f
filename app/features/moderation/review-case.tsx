import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatMoment, siteZone } from '~/lib/format-date';
import reading from '~/ui/reading.module.css';
import { RichTextView } from '~/ui/rich-text';
import classes from './moderation.module.css';
import type { getReviewPage } from './review-queue.server';
import { Statement } from './statement';

type ReviewCaseProps = { page: Awaited<ReturnType<typeof getReviewPage>> };

/** What a reviewer reads before deciding. */
export function ReviewCase({ page }: ReviewCaseProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { review, comment, flags, around, decisions, appeal } = page;
  const moment = (at: Date) => formatMoment(at, language, siteZone);
  const first = flags[0];
  return (
    <>
      <section className={classes.beside}>
        <div>
          <h2>{t('review.snapshot')}</h2>
          <div className={classes.snapshot}>{first && <RichTextView text={first.snapshot} />}</div>
        </div>
        <div>
          <h2>{t('review.now')}</h2>
          <div className={classes.snapshot}>
            <p className={classes.soft}>{t(`review.comment-state.${comment.state}`)}</p>
            <RichTextView text={comment.body} />
          </div>
        </div>
      </section>
      <p>
        {t('review.written-by', { name: review.author ?? t('forum.former-member') })}{' '}
        {t('review.earlier', { count: page.earlierDecisions })}
      </p>
      <section className={reading.section}>
        <h2>{t('review.flags', { count: flags.length })}</h2>
        {flags.map((flag) => (
          <article key={flag.id} className={classes.flag}>
            <p>
              <strong>{t(`flag.reason.${flag.reason}`)}</strong>
              {flag.withdrawnAt && ` (${t('flag.withdrawn')})`}
            </p>
            <p className={classes.soft}>
              {flag.reporter ?? t('forum.former-member')}, {moment(flag.createdAt)}
            </p>
            {flag.passage && <blockquote className={classes.passage}>{flag.passage}</blockquote>}
            {flag.explanation && <p className={classes.words}>{flag.explanation}</p>}
          </article>
        ))}
      </section>
      <details>
        <summary>{t('review.around')}</summary>
        <div className={classes.around}>
          {around.map((other) => (
            <article key={other.id} className={classes.snapshot}>
              <p className={classes.soft}>
                #{other.position}, {other.name ?? t('forum.former-member')},{' '}
                {moment(other.createdAt)}
              </p>
              {other.state === 'visible' ? (
                <RichTextView text={other.body} />
              ) : (
                <p>{t(`review.comment-state.${other.state}`)}</p>
              )}
            </article>
          ))}
        </div>
      </details>
      {decisions.map((decision) => (
        <div key={decision.id}>
          <Statement decision={decision} at={decision.effectiveAt ?? decision.createdAt} />
          <p className={classes.soft}>
            {t('review.decided-by', { name: decision.decidedBy ?? t('forum.former-member') })}
            {decision.confirmedBy &&
              `, ${t(decision.refusedAt ? 'review.refused-by' : 'review.confirmed-by', { name: decision.confirmedBy })}`}
          </p>
        </div>
      ))}
      {appeal && (
        <section className={reading.section}>
          <h2>{t('review.appeal')}</h2>
          <p className={classes.soft}>{moment(appeal.createdAt)}</p>
          <p className={classes.words}>{appeal.text}</p>
          {appeal.result && <p>{t(`appeal.${appeal.result}`)}</p>}
        </section>
      )}
    </>
  );
}
