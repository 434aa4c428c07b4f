import { redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import {
  answerGone,
  followLanguage,
  getRelatedContent,
} from '~/features/content/publishing/publishing.server';
import { textAddress, translationLinks } from '~/site/translation-addresses';
import {
  linkAllCitations,
  linkCitations,
  withDecisionAddresses,
} from '~/features/decisions/mentions/mentions.server';
import { languageContext } from '~/i18n/language.server';
import type { CacheableHandle } from '~/answers/page-tags';
import { htmlOfLine, withMinutes } from '~/features/writing/rendered-texts/rendered-texts.server';
import { cardOf } from '~/features/content/files/cover-card';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/article.route';
import { ArticleView } from './article-view';
import { getArticle } from './articles.server';

export const handle = {
  cache: { tags: ['articles', 'news', 'events', 'decisions'], query: ['language'] },
} satisfies CacheableHandle;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { searchParams, search } = new URL(request.url);
  const asked = searchParams.get('language');
  const language = asked ?? context.get(languageContext);
  const place = { kind: 'article' as const, slug: params.id, language };
  const found = getArticle(actor, params.id, language);
  const article = await followLanguage(actor, { ...place, asked }, found).catch((error: unknown) =>
    answerGone(actor, place, error),
  );
  // The readable address is the canonical one; the record's id keeps answering.
  if (params.id !== article.slug) {
    const own = textAddress('article', article);
    throw redirect(own.includes('?') ? own : `${own}${search}`, 301);
  }
  const decisionKeys = article.decisions.map(({ ecli }) => ecli);
  const around = await getRelatedContent(actor, { ...article, kind: 'article', decisionKeys });
  const decisions = await withDecisionAddresses(actor, article.decisions);
  const linked = await linkCitations(actor, { ...withMinutes(article), decisions });
  const notes = article.footnotes.map((note) => ({ html: htmlOfLine(note) }));
  return { article: { ...linked, notes: await linkAllCitations(actor, notes) }, around };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { article } = loaderData;
  return siteMeta(matches, {
    title: article.title,
    description: article.teaser,
    ...translationLinks('article', article, loaderData.around.languages),
    type: 'article',
    picture: cardOf(loaderData.around.cover, article.coverAlt),
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
  return <ArticleView {...loaderData} />;
}
