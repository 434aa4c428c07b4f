import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import type { CacheableHandle } from '~/answers/page-tags';
import type { Route } from './+types/json-feed.route';
import { getFeed } from './feeds.server';
import { jsonFeedOf } from './json-feed';

export const handle = {
  cache: { tags: ['news', 'articles'] },
  file: 'loader',
} satisfies CacheableHandle & FileAnswer;

/** News and articles of a language as JSON Feed. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const feed = await getFeed(context.get(actorContext), params.language).catch(throwErrorResponse);
  return new Response(jsonFeedOf(feed), {
    headers: { 'Content-Type': 'application/feed+json; charset=utf-8' },
  });
}
