import { Link } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { FollowForm } from '~/features/following/follow-form';
import { findFollow, saveFollowForm } from '~/features/following/following.server';
import { useTranslate } from '~/i18n/translation-context';
import { redirectWithNotice } from '~/notices.server';
import { siteMeta } from '~/site-meta';
import fields from '~/ui/plain-fields.module.css';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/category.route';
import classes from './forum.module.css';
import { TopicList } from './topic-list';
import { listTopics } from './topics.server';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const after = new URL(request.url).searchParams.get('after');
  const list = await listTopics(actor, params.category, after).catch(showErrorPage);
  const follow = await findFollow(actor, { kind: 'category', id: list.category.id });
  return { ...list, follow };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { name, slug } = loaderData.category;
  return siteMeta(matches, { title: name, path: `/forum/${slug}`, noIndex: true });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  await saveFollowForm(context.get(actorContext), await request.formData()).catch(showErrorPage);
  return redirectWithNotice(`/forum/${params.category}`, {
    kind: 'success',
    key: 'success.follow-saved',
  });
}

export default function Category({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { category, topics, next, isFirst, follow } = loaderData;
  return (
    <div className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <Link to="/forum">{t('forum.title')}</Link>
        </p>
        <h1>{category.name}</h1>
        {category.description && <p className={reading.lead}>{category.description}</p>}
      </header>
      {category.archived && <p className={classes.notice}>{t('forum.archived-text')}</p>}
      <div className={classes.tools}>
        {category.mayWrite && (
          <Link
            to={`/forum/new?category=${category.slug}`}
            className={`${fields.button} ${fields.main}`}
          >
            {t('forum.new-topic')}
          </Link>
        )}
        <FollowForm kind="category" target={category.id} level={follow} />
      </div>
      {topics.length === 0 ? <p>{t('forum.no-topics')}</p> : <TopicList topics={topics} />}
      <p className={classes.tools}>
        {!isFirst && <Link to={`/forum/${category.slug}`}>{t('forum.newest-topics')}</Link>}
        {next && (
          <Link to={`/forum/${category.slug}?after=${next}`}>{t('forum.older-topics')}</Link>
        )}
      </p>
    </div>
  );
}
