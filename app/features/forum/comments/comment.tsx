import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { CitingText } from '~/features/decisions/mentions/citing-text';
import { AuthorName, AuthorPicture } from './author-name';
import { selectedIn } from './selected-in';
import { pageOf, queryOfPage } from './comment-pages';
import type { CommentView } from './comment-views.server';
import { HiddenNote } from '~/features/forum/moderation/hidden-note';
import classes from '~/features/forum/forum.module.css';
import { StatusPill } from '~/ui/status-pill';

type CommentProps = {
  comment: CommentView;
  mayReply: boolean;
  isPrint?: boolean;
};

/** One comment with its lasting address and what the reader may do with it. */
export function Comment({ comment, mayReply, isPrint = false }: CommentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { author, html, quote, replyTo } = comment;
  return (
    <li id={`comment-${comment.id}`} className={classes.comment}>
      <article aria-label={t('forum.comment-number', { number: comment.position })}>
        <header className={classes.head}>
          <span className={classes.author}>
            {comment.picture && <AuthorPicture address={comment.picture} />}
            <AuthorName author={author} />
          </span>
          <span className={classes.soft}>
            {formatInstant(comment.createdAt, language, siteZone)}
          </span>
          {comment.editedAt && (
            <span className={classes.soft}>
              {comment.maySeeHistory && !isPrint ? (
                <a href={`/forum/comment/${comment.id}/history`}>{t('forum.edited')}</a>
              ) : (
                t('forum.edited')
              )}
            </span>
          )}
          {comment.isMentioned && (
            <StatusPill tone="attention">{t('forum.mentions-you')}</StatusPill>
          )}
          <a href={`/forum/comment/${comment.id}`} className={classes.number}>
            <span className="visually-hidden">{t('forum.lasting-link')} </span>#{comment.position}
          </a>
        </header>
        {replyTo && !quote && (
          <p className={classes.answered}>
            <a href={replyTo.address}>
              {t('forum.in-reply-to', { number: replyTo.position })}{' '}
              <AuthorName author={replyTo.author} />
            </a>
          </p>
        )}
        {quote && (
          <blockquote className={classes.quote}>
            <a href={quote.address}>
              <AuthorName author={quote.author} />
            </a>
            <p>{quote.text}</p>
          </blockquote>
        )}
        {comment.state === 'hidden' && html !== null && <HiddenNote decision={comment.hiddenBy} />}
        {html === null ? (
          <p className={classes.gone}>{t(`forum.gone.${comment.state}`)}</p>
        ) : (
          <div data-comment-text>
            <CitingText html={html} />
          </div>
        )}
        {!isPrint && <CommentActions comment={comment} mayReply={mayReply} />}
      </article>
    </li>
  );
}

function CommentActions({ comment, mayReply }: CommentProps) {
  const t = useTranslate();
  const { id, position } = comment;
  const isVisible = comment.state === 'visible';
  // Stay on the page that shows the comment.
  const query = queryOfPage(pageOf(position));
  const named = (text: string) => `${text} (#${position})`;
  /** The words that are selected in this comment, if any, are what is quoted. */
  const withPassage = (event: { currentTarget: HTMLAnchorElement }) => {
    const article = event.currentTarget.closest('article');
    const text = selectedIn(article?.querySelector('[data-comment-text]') ?? null);
    if (text) sessionStorage.setItem('quote', JSON.stringify({ id, text: text.slice(0, 2000) }));
    else sessionStorage.removeItem('quote');
  };
  return (
    <p className={classes.actions} data-no-print>
      {mayReply && isVisible && (
        <>
          <a href={`${query}reply=${id}#reply`} aria-label={named(t('forum.reply'))}>
            {t('forum.reply')}
          </a>
          <a
            href={`${query}quote=${id}#reply`}
            onClick={withPassage}
            aria-label={named(t('forum.quote'))}
          >
            {t('forum.quote')}
          </a>
        </>
      )}
      {comment.mayChange && (
        <a href={`/forum/comment/${id}/edit`} aria-label={named(t('forum.edit'))}>
          {t('forum.edit')}
        </a>
      )}
      {comment.isOwn && comment.html !== null && !comment.mayChange && (
        <a href={`/forum/comment/${id}/edit`} aria-label={named(t('forum.delete'))}>
          {t('forum.delete')}
        </a>
      )}
      {!comment.isOwn && isVisible && (
        <a href={`/forum/comment/${id}/flag`} aria-label={named(t('flag.link'))}>
          {t('flag.link')}
        </a>
      )}
    </p>
  );
}
