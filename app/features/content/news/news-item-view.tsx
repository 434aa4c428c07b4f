import { CitedDecisions } from '~/features/content/articles/cited-decisions';
import { Corrections } from '~/features/content/articles/corrections';
import {
  Attachments,
  LanguageNotice,
  FurtherReading,
} from '~/features/content/reading/article-footer';
import { CoverFigure } from '~/features/content/files/cover-figure';
import type { RelatedContent } from '~/features/content/publishing/publishing.server';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import type { CheckedHtml } from '~/rich-text/rendered-text';
import reading from '~/ui/reading.module.css';
import { CitingText } from '~/features/decisions/mentions/citing-text';
import { SmartLink } from '~/ui/smart-link';
import type { getNewsItem } from './news.server';
import { SiteLink } from '~/ui/site-link';

type Facts = Omit<
  Awaited<ReturnType<typeof getNewsItem>>,
  'id' | 'status' | 'body' | 'rendered'
> & {
  html: CheckedHtml;
  minutes: number;
};

type NewsItemViewProps = { item: Facts; around: RelatedContent; preview?: string };

/** A news item as everybody reads it, and as a preview shows it. */
export function NewsItemView({ item, around, preview }: NewsItemViewProps) {
  const t = useTranslate();
  const language = useLanguage();
  const foreign = useLangOf()(item.language);
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <time dateTime={new Date(item.publishAt).toISOString()}>
            {formatDate(item.publishAt, language)}
          </time>
          {` · ${t(`news.category.${item.category}`)} · ${item.authorName}`}
          {` · ${t('article.reading-time', { count: item.minutes })}`}
        </p>
        <h1 lang={foreign}>{item.title}</h1>
        <p className={reading.lead} lang={foreign}>
          {item.teaser}
        </p>
      </header>
      <LanguageNotice kind="news" language={item.language} others={around.languages} />
      <CoverFigure
        cover={around.cover}
        alt={item.coverAlt}
        credit={item.coverCredit}
        preview={preview}
      />
      <div className={reading.columns}>
        <div className={reading.main}>
          <div lang={foreign}>
            <CitingText html={item.html} />
          </div>
          <Corrections corrections={item.corrections} lang={foreign} />
          <FurtherReading kind="news" {...around} />
        </div>
        <aside className={reading.aside} aria-label={t('article.sources')}>
          <CitedDecisions decisions={item.decisions} />
          <Attachments files={around.attachments} preview={preview} />
          {(item.links.length > 0 || item.relatedEvent || item.relatedArticle) && (
            <section className={reading.section} aria-labelledby="links">
              <h2 id="links">{t('news.links')}</h2>
              <ul className={reading.plain}>
                {item.links.map((link) => (
                  <li key={link.url} lang={foreign}>
                    <SmartLink href={link.url}>{link.label}</SmartLink>
                  </li>
                ))}
                {item.relatedEvent && (
                  <li>
                    <SiteLink to={`/events/${item.relatedEvent}`}>
                      {t('news.related-event')}
                    </SiteLink>
                  </li>
                )}
                {item.relatedArticle && (
                  <li>
                    <SiteLink to={`/article/${item.relatedArticle}`}>
                      {t('news.related-article')}
                    </SiteLink>
                  </li>
                )}
              </ul>
            </section>
          )}
        </aside>
      </div>
      <p data-no-print>
        <SiteLink to="/news">{t('news.back')}</SiteLink>
      </p>
    </article>
  );
}
