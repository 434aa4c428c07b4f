import { Link } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { CitedDecisions } from '~/features/articles/cited-decisions';
import { Corrections } from '~/features/articles/corrections';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import type { PageKeeping } from '~/lib/page-keeping';
import { siteMeta } from '~/site-meta';
import { formatDate } from '~/lib/format-date';
import reading from '~/ui/reading.module.css';
import { SmartLink } from '~/ui/smart-link';
import { RichTextView } from '~/ui/rich-text';
import type { Route } from './+types/news-item.route';
import { getNewsItem } from './news.server';

export const handle = { keep: { tags: ['news', 'articles', 'events'] } } satisfies PageKeeping;

export async function loader({ params, context }: Route.LoaderArgs) {
  const language = context.get(languageContext);
  const item = await getNewsItem(context.get(actorContext), params.slug, language).catch(
    showErrorPage,
  );
  return { item };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { item } = loaderData;
  return siteMeta(matches, {
    title: item.title,
    description: item.teaser,
    path: `/news/${item.slug}`,
    type: 'article',
    structured: {
      '@type': 'NewsArticle',
      headline: item.title,
      datePublished: new Date(item.publishAt).toISOString(),
      inLanguage: item.language,
      author: { '@type': 'Organization', name: item.authorName },
    },
  });
}

export default function NewsItem({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { item } = loaderData;
  const foreign = item.language === language ? undefined : item.language;
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <time dateTime={new Date(item.publishAt).toISOString()}>
            {formatDate(item.publishAt, language)}
          </time>
          {` · ${t(`news.category.${item.category}`)} · ${item.authorName}`}
        </p>
        <h1 lang={foreign}>{item.title}</h1>
        <p className={reading.lead} lang={foreign}>
          {item.teaser}
        </p>
      </header>
      <div className={reading.columns}>
        <div className={reading.main}>
          <div lang={foreign}>
            <RichTextView text={item.body} />
          </div>
          <Corrections corrections={item.corrections} />
        </div>
        <aside className={reading.aside} aria-label={t('article.sources')}>
          <CitedDecisions decisions={item.decisions} />
          {(item.links.length > 0 || item.relatedEvent || item.relatedArticle) && (
            <section className={reading.section} aria-labelledby="links">
              <h2 id="links">{t('news.links')}</h2>
              <ul className={reading.plain}>
                {item.links.map((link) => (
                  <li key={link.url}>
                    <SmartLink href={link.url}>{link.label}</SmartLink>
                  </li>
                ))}
                {item.relatedEvent && (
                  <li>
                    <Link to={`/events/${item.relatedEvent}`}>{t('news.related-event')}</Link>
                  </li>
                )}
                {item.relatedArticle && (
                  <li>
                    <Link to={`/article/${item.relatedArticle}`}>{t('news.related-article')}</Link>
                  </li>
                )}
              </ul>
            </section>
          )}
        </aside>
      </div>
      <p data-no-print>
        <Link to="/news">{t('news.back')}</Link>
      </p>
    </article>
  );
}
