import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { formatDate } from '~/lib/format-date';
import { siteMeta } from '~/site-meta';
import { can } from '~/permissions';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/forum.route';
import classes from './forum.module.css';
import { SearchBox } from './search-box';
import { TopicList } from './topic-list';
import { listCategories, listTaggedTopics } from './topics.server';
import { SiteLink } from '~/ui/site-link';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const t = translateIn(context.get(languageContext));
  const search = new URL(request.url).searchParams;
  const wanted = search.get('tag');
  if (wanted) {
    const list = await listTaggedTopics(actor, wanted, search.get('after')).catch(showErrorPage);
    return {
      tagged: list,
      title: t('forum.tagged', { tag: list.tag }),
      categories: [],
      mayAdminister: false,
    };
  }
  return {
    tagged: null,
    title: t('forum.title'),
    categories: await listCategories(actor).catch(showErrorPage),
    mayAdminister: can(actor, 'forum.administer'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export default function Forum({ loaderData }: Route.ComponentProps) {
  const { tagged, title } = loaderData;
  return tagged ? <TaggedTopics {...tagged} title={title} /> : <Categories {...loaderData} />;
}

type TaggedTopicsProps = Awaited<ReturnType<typeof listTaggedTopics>> & { title: string };

/** The topics that have a tag, whatever their category. */
function TaggedTopics({ tag, topics, next, title }: TaggedTopicsProps) {
  const t = useTranslate();
  return (
    <div className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <SiteLink to="/forum">{t('forum.title')}</SiteLink>
        </p>
        <h1>{title}</h1>
      </header>
      {topics.length === 0 ? <p>{t('forum.tagged-none')}</p> : <TopicList topics={topics} />}
      {next && (
        <p className={classes.tools}>
          <SiteLink to={`/forum?tag=${encodeURIComponent(tag)}&after=${next}`}>
            {t('forum.older-topics')}
          </SiteLink>
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
                  {category.name}
                </SiteLink>
              </h2>
              <p>{category.description}</p>
              {category.newest && (
                <p className={classes.facts}>
                  <span>
                    {t('forum.newest')}{' '}
                    <SiteLink to={`/forum/topic/${category.newest.id}`}>
                      <bdi>{category.newest.title}</bdi>
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
