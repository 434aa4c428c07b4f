import { Link } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format-date';
import { siteMeta } from '~/site-meta';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/topic-print.route';
import { Comment } from './comment';
import { listAllComments } from './comments.server';
import classes from './forum.module.css';
import { getTopic } from './topics.server';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const topic = await getTopic(actor, params.id).catch(showErrorPage);
  const comments = await listAllComments(actor, topic);
  return { topic, comments, today: new Date() };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { id, title } = loaderData.topic;
  return siteMeta(matches, { title, path: `/forum/topic/${id}/print`, noIndex: true });
}

export default function TopicPrint({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { topic, comments } = loaderData;
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind} data-no-print>
          <Link to={`/forum/topic/${topic.id}`}>{t('forum.back-to-topic')}</Link>
        </p>
        <p className={reading.kind}>
          {topic.category.name}, {formatDate(loaderData.today, language)}
        </p>
        <h1>{topic.title}</h1>
        <p className={classes.notice}>{t('forum.confidential')}</p>
        {topic.comments > comments.length && (
          <p>{t('forum.print-limit', { count: comments.length })}</p>
        )}
      </header>
      <ol className={classes.comments}>
        {comments.map((comment) => (
          <Comment key={comment.id} comment={comment} mayReply={false} isPrint />
        ))}
      </ol>
    </article>
  );
}
