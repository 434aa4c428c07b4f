import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { FollowForm } from '~/features/forum/following/follow-form';
import { findFollow, saveFollowForm } from '~/features/forum/following/following.server';
import { useTranslate } from '~/i18n/translation-context';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { ButtonLink } from '~/ui/button';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/category.route';
import classes from '~/features/forum/forum.module.css';
import { TopicList } from '~/features/forum/topics/topic-list';
import { listTopics, type TopicSort } from '~/features/forum/topics/topics.server';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const search = new URL(request.url).searchParams;
  const sort: TopicSort = search.get('sort') === 'opened' ? 'opened' : 'activity';
  const after = search.get('after');
  const list = await listTopics(actor, params.category, { after, sort }).catch(throwErrorResponse);
  const follow = await findFollow(actor, { kind: 'category', id: list.category.id });
  return { ...list, follow, sort };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { name, slug } = loaderData.category;
  return siteMeta(matches, { title: name, path: `/forum/${slug}`, noIndex: true });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  await saveFollowForm(context.get(actorContext), await request.formData()).catch(
    throwErrorResponse,
  );
  return redirectWithNotice(`/forum/${params.category}`, {
    kind: 'success',
    key: 'success.follow-saved',
  });
}

export default function Category({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { category, topics, next, isFirst, follow, sort } = loaderData;
  const start = addressOf(category.slug, sort);
  const older = `${start}${sort === 'opened' ? '&' : '?'}after=${next}`;
  return (
    <div className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <Link to="/forum">{t('forum.title')}</Link>
        </p>
        <h1>
          <bdi>{category.name}</bdi>
        </h1>
        {category.description && <p className={reading.lead}>{category.description}</p>}
      </header>
      {category.archived && <p className={classes.notice}>{t('forum.archived-text')}</p>}
      <div className={`${classes.tools} ${classes.lineup}`}>
        {category.mayWrite && (
          <ButtonLink to={`/forum/new?category=${category.slug}`} variant="primary">
            {t('forum.new-topic')}
          </ButtonLink>
        )}
        <FollowForm kind="category" target={category.id} level={follow} />
      </div>
      {topics.length > 1 && <SortNav slug={category.slug} sort={sort} />}
      {topics.length === 0 ? <p>{t('forum.no-topics')}</p> : <TopicList topics={topics} />}
      <p className={classes.tools}>
        {!isFirst && <Link to={start}>{t('forum.newest-topics')}</Link>}
        {next && <Link to={older}>{t('forum.older-topics')}</Link>}
      </p>
    </div>
  );
}

const addressOf = (slug: string, sort: TopicSort) =>
  sort === 'opened' ? `/forum/${slug}?sort=opened` : `/forum/${slug}`;

/** The order: by latest comment, or newest topics first. */
function SortNav({ slug, sort }: { slug: string; sort: TopicSort }) {
  const t = useTranslate();
  return (
    <nav aria-label={t('forum.sort')} className={classes.sort}>
      <span aria-hidden>{t('forum.sort')}</span>
      {(['activity', 'opened'] as const).map((name) => (
        <Link
          key={name}
          to={addressOf(slug, name)}
          aria-current={sort === name ? 'true' : undefined}
        >
          {t(`forum.sort.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
