import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import type { TextKey } from '~/i18n/translate';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatDate } from '~/lib/format/format-date';
import { isolated } from '~/features/forum/following/isolated';
import { siteMeta } from '~/site/site-meta';
import { can } from '~/policy/permissions';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/forum.route';
import classes from './forum.module.css';
import { SearchBox } from './search/search-box';
import { TopicList } from '~/features/forum/topics/topic-list';
import { TopicTitle } from '~/features/forum/topics/topic-title';
import {
  listTaggedTopics,
  listTopicsOf,
  topicListNames,
} from '~/features/forum/topics/topic-lists.server';
import { TopicListsNav } from '~/features/forum/topics/topic-lists-nav';
import { listCategories } from '~/features/forum/topics/topics.server';
import { SiteLink } from '~/ui/site-link';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const t = translateIn(context.get(languageContext));
  const search = new URL(request.url).searchParams;
  const after = search.get('after');
  const tag = search.get('tag');
  const name = topicListNames.find((each) => each === search.get('list'));
  const other = { categories: [], mayAdminister: false };
  if (tag) {
    const list = await listTaggedTopics(actor, tag, after).catch(throwErrorResponse);
    const title = t('forum.tagged', { tag: isolated(list.tag) });
    const address = `/forum?tag=${encodeURIComponent(list.tag)}`;
    return { ...other, list: { ...list, address, none: 'forum.tagged-none' as const }, title };
  }
  if (name) {
    const list = await listTopicsOf(actor, name, after).catch(throwErrorResponse);
    const address = `/forum?list=${name}`;
    const none = `forum.list.${name}-none` as const;
    return { ...other, list: { ...list, address, none }, title: t(`forum.list.${name}`) };
  }
  return {
    list: null,
    title: t('forum.title'),
    categories: await listCategories(actor).catch(throwErrorResponse),
    mayAdminister: can(actor, 'forum.administer'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function Forum({ loaderData }: Route.ComponentProps) {
  const { list, title } = loaderData;
  return list ? <TopicsOfAll {...list} title={title} /> : <Categories {...loaderData} />;
}

type TopicsOfAllProps = {
  topics: Awaited<ReturnType<typeof listTopicsOf>>['topics'];
  next: string | null;
  /** Of the first page. */
  address: string;
  none: TextKey;
  title: string;
};

/** Topics of all categories: those with a tag, with something unread, and so on. */
function TopicsOfAll({ topics, next, address, none, title }: TopicsOfAllProps) {
  const t = useTranslate();
  return (
    <div className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <SiteLink to="/forum">{t('forum.title')}</SiteLink>
        </p>
        <h1>{title}</h1>
      </header>
      <TopicListsNav />
      {topics.length === 0 ? <p>{t(none)}</p> : <TopicList topics={topics} showsCategory />}
      {next && (
        <p className={classes.tools}>
          <SiteLink to={`${address}&after=${next}`}>{t('forum.older-topics')}</SiteLink>
        </p>
      )}
    </div>
  );
}

type CategoriesProps = {
  categories: Awaited<ReturnType<typeof listCategories>>;
  mayAdminister: boolean;
};

function Categories({ categories, mayAdminister }: CategoriesProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <div className={reading.page}>
      <header className={reading.head}>
        <h1>{t('forum.title')}</h1>
        <p className={reading.lead}>{t('forum.intro')}</p>
      </header>
      <div className={classes.tools}>
        <SearchBox />
      </div>
      <TopicListsNav />
      <p className={classes.tools}>
        <SiteLink to="/forum/following">{t('following.title')}</SiteLink>
        <SiteLink to="/forum/drafts">{t('drafts.link')}</SiteLink>
        <SiteLink to="/forum/flags">{t('flag.mine')}</SiteLink>
        {mayAdminister && (
          <SiteLink to="/administration/forum">{t('category.administration')}</SiteLink>
        )}
      </p>
      {categories.length === 0 && <p>{t('forum.empty')}</p>}
      <ul className={classes.list}>
        {categories.map((category) => (
          <li key={category.id} className={classes.entry}>
            <div>
              <h2>
                <SiteLink to={`/forum/${category.slug}`} className={classes.title}>
                  <bdi>{category.name}</bdi>
                </SiteLink>
              </h2>
              <p>{category.description}</p>
              {category.newest && (
                <p className={classes.facts}>
                  <span>
                    {t('forum.newest')}{' '}
                    <SiteLink to={`/forum/topic/${category.newest.id}`}>
                      <TopicTitle title={category.newest.title} />
                    </SiteLink>
                    , {formatDate(category.newest.at, language)}
                  </span>
                </p>
              )}
            </div>
            <div className={classes.side}>
              <p>{t('forum.topics', { count: category.topics })}</p>
              {category.archived && <p>{t('forum.archived')}</p>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
