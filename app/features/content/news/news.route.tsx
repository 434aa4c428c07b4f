import { actorContext } from '~/policy/actor';
import { listTopics } from '~/features/content/articles/articles.server';
import { withCovers } from '~/features/content/covers/covers.server';
import { feedLanguages } from '~/features/content/feeds/feeds.server';
import { findSiteText } from '~/features/content/pages/pages.server';
import { SiteText } from '~/features/content/pages/site-text';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import type { CacheableHandle } from '~/answers/page-tags';
import { siteMeta } from '~/site/site-meta';
import { translateIn } from '~/i18n/translations.server';
import { pageNumber, pagePath, pageStart } from '~/ui/page-number';
import { languageName, languagesInSentence } from '~/lib/format/display-names';
import { yearOf } from '~/lib/format/format-date';
import { pageAddress, Pagination } from '~/ui/pagination';
import { SiteLink } from '~/ui/site-link';
import type { Route } from './+types/news.route';
import { HeadlineList } from './headline-list';
import { NewsFilter } from './news-filter';
import classes from './news.module.css';
import { listHeadlines, listNewsLanguages, lowestNewsYear, newsCategories } from './news.server';

export const handle = {
  cache: {
    tags: ['news', 'articles', 'pages'],
    query: ['year', 'language', 'category', 'topic', 'page'],
  },
} satisfies CacheableHandle;

const perPage = 20;
/** More than that nobody leafs through: the filter and the search find them. */
const mostFound = 2000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { searchParams } = new URL(request.url);
  const currentYear = yearOf(new Date());
  const years = Array.from({ length: currentYear - lowestNewsYear + 1 }, (_, i) => currentYear - i);
  const languages = await listNewsLanguages(actor);
  const year = years.find((candidate) => String(candidate) === searchParams.get('year'));
  const language = languages.find((candidate) => candidate === searchParams.get('language'));
  const topics = await listTopics(actor);
  const category = newsCategories.find((candidate) => candidate === searchParams.get('category'));
  const topic = topics.find((candidate) => candidate === searchParams.get('topic'));
  const t = translateIn(context.get(languageContext));
  const found = await listHeadlines(actor, { year, language, category, topic }, mostFound);
  const pages = Math.max(1, Math.ceil(found.length / perPage));
  const page = pageNumber(searchParams, pages);
  const isNarrowed = [year, language, category, topic].some(Boolean);
  return {
    headlines: await withCovers(actor, found.slice((page - 1) * perPage, page * perPage)),
    total: found.length,
    page,
    pages,
    years,
    languages,
    feeds: feedLanguages(languages),
    year: year ?? null,
    language: language ?? null,
    categories: newsCategories,
    category: category ?? null,
    topics,
    topic: topic ?? null,
    introduction: await findSiteText(actor, 'text-news', context.get(languageContext)),
    title: t('news.title'),
    description: t('news.description'),
    path: pagePath('/news', isNarrowed ? 1 : page),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description, path } = loaderData;
  return siteMeta(matches, { title, description, path });
}

export default function News({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const reader = useLanguage();
  const { headlines, year, language, category, topic, introduction } = loaderData;
  // What the list is narrowed to, in the order of the choices.
  const chosen = [
    year,
    language && languagesInSentence([language], reader),
    category && t(`news.category.${category}`),
    topic,
  ].filter((choice) => choice !== null && choice !== '');
  const count = t('news.count', { count: loaderData.total });
  const isYearAlone = year !== null && !language && !category && !topic;
  return (
    <div className={classes.page}>
      <h1>{t('news.title')}</h1>
      <SiteText text={introduction} label={t('site-text.introduction')} />
      <NewsFilter {...loaderData} />
      <p className={classes.count}>
        <span role="status">
          {chosen.length > 0 ? `${t('word.label', { label: count })} ${chosen.join(', ')}` : count}
        </span>
        {chosen.length > 0 && (
          <SiteLink to="/news" state={pageStart}>
            {t('news.clear')}
          </SiteLink>
        )}
      </p>
      <HeadlineList
        headlines={headlines}
        empty={isYearAlone ? t('news.none-year', { year }) : t('news.none-filtered')}
        headingLevel={2}
      />
      <Pagination
        page={loaderData.page}
        pages={loaderData.pages}
        address={pageAddress({
          year: String(year ?? ''),
          language: language ?? '',
          category: category ?? '',
          topic: topic ?? '',
        })}
      />
      <Feeds languages={loaderData.feeds} />
    </div>
  );
}

/** Where programs that read feeds find the news of each language. */
function Feeds({ languages }: { languages: readonly string[] }) {
  const t = useTranslate();
  const reader = useLanguage();
  if (languages.length === 0) return null;
  return (
    <nav className={classes.feeds} aria-labelledby="feeds" data-no-print>
      <span id="feeds">{t('feeds.follow')}</span>
      <ul>
        {languages.map((language) => (
          <li key={language}>
            {t('word.label', { label: languageName(language, reader) })}{' '}
            <a href={`/feeds/atom/${language}`}>Atom</a>,{' '}
            <a href={`/feeds/json/${language}`}>JSON Feed</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
