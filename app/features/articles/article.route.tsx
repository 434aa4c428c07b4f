import { Link, redirect } from 'react-router';
import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import type { PageKeeping } from '~/lib/page-keeping';
import { siteMeta } from '~/site-meta';
import { countryName } from '~/lib/country-name';
import { formatDate } from '~/lib/format-date';
import { readingMinutes } from '~/lib/reading-time';
import { plainText } from '~/lib/rich-text-words';
import reading from '~/ui/reading.module.css';
import { RichTextView } from '~/ui/rich-text';
import type { Route } from './+types/article.route';
import { getArticle } from './articles.server';
import { CitedDecisions } from './cited-decisions';
import { Corrections } from './corrections';

export const handle = { keep: { tags: ['articles', 'news'] } } satisfies PageKeeping;

export async function loader({ params, context }: Route.LoaderArgs) {
  const language = context.get(languageContext);
  const article = await getArticle(context.get(actorContext), params.id, language).catch(
    showErrorPage,
  );
  // The readable address is the canonical one; the record's id keeps answering.
  if (params.id !== article.slug) throw redirect(`/article/${article.slug}`, 301);
  return { article, minutes: readingMinutes(plainText(article.body)) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { article } = loaderData;
  return siteMeta(matches, {
    title: article.title,
    description: article.teaser,
    path: `/article/${article.slug}`,
    type: 'article',
    structured: {
      '@type': 'Article',
      headline: article.title,
      abstract: article.abstract,
      datePublished: new Date(article.publishAt).toISOString(),
      inLanguage: article.language,
      keywords: article.topics.join(', '),
      author: article.authors.map((author) => ({ '@type': 'Person', name: author.name })),
    },
  });
}

export default function Article({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { article, minutes } = loaderData;
  const language = useLanguage();
  const foreign = article.language === language ? undefined : article.language;
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          {t('news.article')}
          {' · '}
          <time dateTime={new Date(article.publishAt).toISOString()}>
            {formatDate(article.publishAt, language)}
          </time>
          {` · ${t('article.reading-time', { count: minutes })}`}
        </p>
        <h1 lang={foreign}>{article.title}</h1>
        {article.subtitle && (
          <p className={reading.subtitle} lang={foreign}>
            {article.subtitle}
          </p>
        )}
        <Authors authors={article.authors} />
      </header>
      <div className={reading.columns}>
        <div className={reading.main}>
          <section className={reading.box} aria-labelledby="abstract" lang={foreign}>
            <h2 id="abstract">{t('article.abstract')}</h2>
            <p>{article.abstract}</p>
          </section>
          <div lang={foreign}>
            <RichTextView text={article.body} />
          </div>
          <Footnotes notes={article.footnotes} language={foreign} />
          <Corrections corrections={article.corrections} />
          <p className={reading.small}>{t('article.personal-views')}</p>
        </div>
        <aside className={reading.aside} aria-label={t('article.sources')}>
          <CitedDecisions decisions={article.decisions} />
          {article.gdprArticles.length > 0 && (
            <section className={reading.section} aria-labelledby="provisions">
              <h2 id="provisions">{t('article.provisions')}</h2>
              <p>{article.gdprArticles.join(' · ')}</p>
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

function Footnotes({ notes, language }: { notes: string[]; language: string | undefined }) {
  const t = useTranslate();
  if (notes.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="footnotes">
      <h2 id="footnotes">{t('article.footnotes')}</h2>
      <ol lang={language}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ol>
    </section>
  );
}
