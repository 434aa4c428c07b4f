import { Link } from 'react-router';
import { AuthorName } from '~/features/forum/comments/author-name';
import { TopicWords } from '~/features/forum/composing/topic-words';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import reading from '~/ui/reading.module.css';
import { RichTextView } from '~/ui/rich-text/rich-text';
import classes from '~/features/forum/moderation/moderation.module.css';
import { Button } from '~/ui/button';
import { Form } from '~/ui/form';
import type { ReviewState } from './review-states';
import { ReviewHistory } from './review-history';
import type { getReviewPage } from './review-page.server';
import { Statement } from '~/features/forum/appeals/statement';

type ReviewAssigneeProps = {
  review: {
    state: ReviewState;
    version: number;
    assignee: { name: string | null } | null;
    isMine: boolean;
  };
  mayTake: boolean;
};

/** Who has taken on a review, and how to. Once it is decided, nobody has to any more. */
export function ReviewAssignee({ review, mayTake }: ReviewAssigneeProps) {
  const t = useTranslate();
  const { assignee, isMine, state } = review;
  if (!assignee && (state === 'decided' || state === 'closed')) return null;
  return (
    <Form method="post" className={classes.taken}>
      <input type="hidden" name="version" value={review.version} />
      <p>
        {assignee ? (
          <>
            {t('review.assignee')} <AuthorName author={{ name: assignee.name, pseudonym: null }} />
          </>
        ) : (
          t('review.unassigned')
        )}
      </p>
      {mayTake && (
        <Button name="intent" value={isMine ? 'release' : 'take'}>
          {t(isMine ? 'review.release' : 'review.take')}
        </Button>
      )}
    </Form>
  );
}

type ReviewCaseProps = { page: Awaited<ReturnType<typeof getReviewPage>> };

const named = (name: string | null) => ({ name, pseudonym: null });

/** What a reviewer reads before deciding. */
export function ReviewCase({ page }: ReviewCaseProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { review, around, decisions, appeal } = page;
  const moment = (at: Date) => formatInstant(at, language, siteZone);
  return (
    <>
      <Contents page={page} />
      <p>
        {t('review.written-by')} <AuthorName author={review.author} />.{' '}
        {t('review.earlier', { count: page.earlierDecisions })}
      </p>
      <Flags page={page} />
      <details>
        <summary>{t('review.around')}</summary>
        <div className={classes.around}>
          {around.map((other) => (
            <article key={other.id} className={classes.snapshot}>
              <p className={classes.soft}>
                #{other.position}, <AuthorName author={other} />, {moment(other.createdAt)}
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
            {t('review.decided-by')} <AuthorName author={named(decision.decidedBy)} />
            {decision.confirmedBy && (
              <>
                , {t(decision.refusedAt ? 'review.refused-by' : 'review.confirmed-by')}{' '}
                <AuthorName author={named(decision.confirmedBy.name)} />
              </>
            )}
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
      <ReviewHistory history={page.history} />
    </>
  );
}

/** Each version that was flagged, beside the comment as it is now. */
function Contents({ page }: ReviewCaseProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { comment, flags, snapshots } = page;
  const numbers = (ids: readonly string[]) =>
    flags.flatMap(({ id }, position) => (ids.includes(id) ? [position + 1] : [])).join(', ');
  return (
    <section className={classes.beside}>
      <div className={classes.snapshots}>
        {snapshots.map(({ body, topicWords, createdAt, flags: ids }) => (
          <div key={ids[0]}>
            <h2>{t('review.snapshot')}</h2>
            <p className={classes.soft}>
              {formatInstant(createdAt, language, siteZone)}
              {flags.length > 1 &&
                `, ${t('review.snapshot-flags', { count: ids.length, numbers: numbers(ids) })}`}
            </p>
            <div className={classes.snapshot}>
              <TopicWords words={topicWords} />
              <RichTextView text={body} />
            </div>
          </div>
        ))}
      </div>
      <div>
        <h2>{t('review.now')}</h2>
        <p className={classes.soft}>
          {t(`review.comment-state.${comment.state}`)}
          {comment.isEdited && (
            <>
              {', '}
              <Link to={`/forum/comment/${comment.id}/history`}>{t('review.versions')}</Link>
            </>
          )}
        </p>
        <div className={classes.snapshot}>
          <TopicWords words={comment.topicWords} />
          <RichTextView text={comment.body} />
        </div>
      </div>
    </section>
  );
}

function Flags({ page }: ReviewCaseProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { flags } = page;
  return (
    <section className={reading.section}>
      <h2>{t('review.flags', { count: flags.length })}</h2>
      {flags.map((flag, position) => (
        <article key={flag.id} className={classes.flag}>
          <p>
            {flags.length > 1 && `${position + 1}. `}
            <strong>{t(`flag.reason.${flag.reason}`)}</strong>
            {flag.withdrawnAt && ` (${t('flag.withdrawn')})`}
          </p>
          <p className={classes.soft}>
            <AuthorName author={named(flag.reporter)} />,{' '}
            {formatInstant(flag.createdAt, language, siteZone)}
          </p>
          {flag.passage && <blockquote className={classes.passage}>{flag.passage}</blockquote>}
          {flag.explanation && <p className={classes.words}>{flag.explanation}</p>}
        </article>
      ))}
    </section>
  );
}
