import { actorContext } from '~/policy/actor';
import {
  answerGone,
  followLanguage,
  getRelatedContent,
} from '~/features/content/publishing/publishing.server';
import { translationLinks } from '~/site/translation-addresses';
import {
  linkCitations,
  withDecisionAddresses,
} from '~/features/decisions/mentions/mentions.server';
import { languageContext } from '~/i18n/language.server';
import type { CacheableHandle } from '~/answers/page-tags';
import { withMinutes } from '~/features/writing/rendered-texts/rendered-texts.server';
import { cardOf } from '~/features/content/files/cover-card';
import { siteMeta } from '~/site/site-meta';
import type { Route } from './+types/news-item.route';
import { NewsItemView } from './news-item-view';
import { getNewsItem } from './news.server';

export const handle = {
  cache: { tags: ['news', 'articles', 'events', 'decisions'], query: ['language'] },
} satisfies CacheableHandle;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const asked = new URL(request.url).searchParams.get('language');
  const language = asked ?? context.get(languageContext);
  const place = { kind: 'news' as const, slug: params.slug, language };
  const found = getNewsItem(actor, params.slug, language);
  const item = await followLanguage(actor, { ...place, asked }, found).catch((error: unknown) =>
    answerGone(actor, place, error),
  );
  const decisionKeys = item.decisions.map(({ ecli }) => ecli);
  const around = await getRelatedContent(actor, { ...item, kind: 'news', decisionKeys });
  const decisions = await withDecisionAddresses(actor, item.decisions);
  return { item: await linkCitations(actor, { ...withMinutes(item), decisions }), around };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { item } = loaderData;
  return siteMeta(matches, {
    title: item.title,
    description: item.teaser,
    ...translationLinks('news', item, loaderData.around.languages),
    type: 'article',
    picture: cardOf(loaderData.around.cover, item.coverAlt),
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
  return <NewsItemView {...loaderData} />;
}
