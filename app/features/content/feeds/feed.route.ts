import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import type { CacheableHandle } from '~/answers/page-tags';
import type { Route } from './+types/feed.route';
import { atomOf } from './atom';
import { getFeed } from './feeds.server';
import { jsonFeedOf } from './json-feed';

export const handle = {
  cache: { tags: ['news', 'articles'] },
  file: 'loader',
} satisfies CacheableHandle & FileAnswer;

/** News and articles of a language, as Atom or as JSON Feed, as the address says. */
export async function loader({ params, context, pattern }: Route.LoaderArgs) {
  const feed = await getFeed(context.get(actorContext), params.language).catch(throwErrorResponse);
  const isJson = /^\/?feeds\/json\//.test(pattern);
  return new Response(isJson ? jsonFeedOf(feed) : atomOf(feed), {
    headers: { 'Content-Type': `application/${isJson ? 'feed+json' : 'atom+xml'}; charset=utf-8` },
  });
}
