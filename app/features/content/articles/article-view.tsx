import {
  Attachments,
  LanguageNotice,
  FurtherReading,
} from '~/features/content/reading/article-footer';
import { CoverFigure } from '~/features/content/files/cover-figure';
import type { RelatedContent } from '~/features/content/publishing/publishing.server';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { countryName } from '~/lib/format/display-names';
import { formatDate } from '~/lib/format/format-date';
import type { CheckedHtml } from '~/rich-text/rendered-text';
import reading from '~/ui/reading.module.css';
import { CitingText } from '~/features/decisions/mentions/citing-text';
import { SmartLink } from '~/ui/smart-link';
import type { getArticle } from './articles.server';
import { CitedDecisions } from './cited-decisions';
import { Corrections } from './corrections';
import { SiteLink } from '~/ui/site-link';

type Facts = Omit<Awaited<ReturnType<typeof getArticle>>, 'id' | 'status' | 'body' | 'rendered'> & {
  html: CheckedHtml;
  minutes: number;
  /** The footnotes as they are shown. */
  notes: { html: CheckedHtml }[];
};

type ArticleViewProps = { article: Facts; around: RelatedContent; preview?: string };

/** An article as everybody reads it, and as a preview shows it. */
export function ArticleView({ article, around, preview }: ArticleViewProps) {
  const t = useTranslate();
  const language = useLanguage();
  const foreign = useLangOf()(article.language);
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          {t('news.article')}
          {' · '}
          <time dateTime={new Date(article.publishAt).toISOString()}>
            {formatDate(article.publishAt, language)}
          </time>
          {` · ${t('article.reading-time', { count: article.minutes })}`}
        </p>
        <h1 lang={foreign}>{article.title}</h1>
        {article.subtitle && (
          <p className={reading.subtitle} lang={foreign}>
            {article.subtitle}
          </p>
        )}
        <Authors authors={article.authors} />
      </header>
      <LanguageNotice kind="article" language={article.language} others={around.languages} />
      <CoverFigure
        cover={around.cover}
        alt={article.coverAlt}
        credit={article.coverCredit}
        preview={preview}
      />
      <div className={reading.columns}>
        <div className={reading.main}>
          <section className={reading.box} aria-labelledby="abstract" lang={foreign}>
            <h2 id="abstract">{t('article.abstract')}</h2>
            <p>{article.abstract}</p>
          </section>
          <div lang={foreign}>
            <CitingText html={article.html} />
          </div>
          <Footnotes notes={article.notes} language={foreign} />
          <Corrections corrections={article.corrections} lang={foreign} />
          <p className={reading.small}>{t('article.personal-views')}</p>
          <FurtherReading kind="article" {...around} />
        </div>
        <aside className={reading.aside} aria-label={t('article.sources')}>
          <CitedDecisions decisions={article.decisions} />
          <TopicLinks topics={article.topics} lang={foreign} />
          <Attachments files={around.attachments} preview={preview} />
          <LinkList links={article.links} lang={foreign} />
          {article.gdprArticles.length > 0 && (
            <section className={reading.section} aria-labelledby="provisions">
              <h2 id="provisions">{t('article.provisions')}</h2>
              <p lang={foreign}>{article.gdprArticles.join(' · ')}</p>
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

type AuthorsProps = {
  authors: { name: string; function: string; country: string; example?: boolean }[];
};

function Authors({ authors }: AuthorsProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <ul className={reading.plain}>
      {authors.map((author) => (
        <li key={author.name}>
          <strong>{author.name}</strong>, {author.function}, {countryName(author.country, language)}
          {author.example && ` (${t('example.person')})`}
        </li>
      ))}
    </ul>
  );
}

type FootnotesProps = { notes: { html: CheckedHtml }[]; language: string | undefined };

function Footnotes({ notes, language }: FootnotesProps) {
  const t = useTranslate();
  if (notes.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="footnotes">
      <h2 id="footnotes">{t('article.footnotes')}</h2>
      <ol lang={language}>
        {notes.map((note) => (
          <li key={note.html}>
            <CitingText html={note.html} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type TopicLinksProps = { topics: string[]; lang: string | undefined };

function TopicLinks({ topics, lang }: TopicLinksProps) {
  const t = useTranslate();
  if (topics.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="topics">
      <h2 id="topics">{t('news.topic')}</h2>
      <ul className={reading.plain}>
        {topics.map((topic) => (
          <li key={topic} lang={lang}>
            <SiteLink to={`/news?topic=${encodeURIComponent(topic)}`}>{topic}</SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

type LinkListProps = { links: { label: string; url: string }[]; lang: string | undefined };

function LinkList({ links, lang }: LinkListProps) {
  const t = useTranslate();
  if (links.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="links">
      <h2 id="links">{t('news.links')}</h2>
      <ul className={reading.plain}>
        {links.map((link) => (
          <li key={link.url} lang={lang}>
            <SmartLink href={link.url}>{link.label}</SmartLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
