import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatDate } from '~/lib/format/format-date';
import { formatNumber } from '~/lib/format/format-number';
import { siteMeta } from '~/site/site-meta';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/topic-print.route';
import { Comment } from '~/features/forum/comments/comment';
import { commentsPerPrint } from '~/features/forum/comments/comment-pages';
import { getPrintedTopic } from '~/features/forum/comments/comments.server';
import classes from '~/features/forum/forum.module.css';
import { TopicTitle } from './topic-title';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const from = Number(new URL(request.url).searchParams.get('from') ?? 1);
  const printed = await getPrintedTopic(actor, params.id, from).catch(throwErrorResponse);
  const title =
    printed.topic.title ?? translateIn(context.get(languageContext))('forum.title-not-shown');
  return { title, ...printed, today: new Date() };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, topic } = loaderData;
  return siteMeta(matches, { title, path: `/forum/topic/${topic.id}/print`, noIndex: true });
}

export default function TopicPrint({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { topic, comments, first, last } = loaderData;
  const isWhole = comments.length === topic.comments;
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind} data-no-print>
          <Link to={`/forum/topic/${topic.id}`}>{t('forum.back-to-topic')}</Link>
        </p>
        <p className={reading.kind}>
          <bdi>{topic.category.name}</bdi>, {formatDate(loaderData.today, language)}
        </p>
        <h1>
          <TopicTitle title={topic.title} />
        </h1>
        <p className={classes.notice}>{t('forum.confidential')}</p>
        {!isWhole && (
          <p>
            {t('forum.print-part', {
              first: formatNumber(first, language),
              last: formatNumber(last, language),
              all: formatNumber(topic.comments, language),
            })}
          </p>
        )}
      </header>
      {!isWhole && <PrintParts topic={topic} first={first} />}
      <ol className={classes.comments}>
        {comments.map((comment) => (
          <Comment key={comment.id} comment={comment} mayReply={false} isPrint />
        ))}
      </ol>
      {!isWhole && <PrintParts topic={topic} first={first} />}
    </article>
  );
}

type PrintPartsProps = { topic: { id: string; comments: number }; first: number };

/** The parts in which a long topic is printed, one after the other. */
function PrintParts({ topic, first }: PrintPartsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const parts = Array.from(
    { length: Math.ceil(topic.comments / commentsPerPrint) },
    (_, part) => part * commentsPerPrint + 1,
  );
  return (
    <nav aria-label={t('forum.print-parts')} data-no-print>
      <p>{t('forum.print-parts-text', { all: formatNumber(topic.comments, language) })}</p>
      <ul className={classes.pages}>
        {parts.map((from) => (
          <li key={from}>
            <Link
              to={`/forum/topic/${topic.id}/print${from > 1 ? `?from=${from}` : ''}`}
              aria-current={from === first ? 'page' : undefined}
            >
              {t('forum.print-range', {
                first: formatNumber(from, language),
                last: formatNumber(Math.min(from + commentsPerPrint - 1, topic.comments), language),
              })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
