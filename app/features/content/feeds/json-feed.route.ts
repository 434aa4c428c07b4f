import { actorContext } from '~/policy/actor';
import { showErrorPage } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import type { PageKeeping } from '~/answers/page-keeping';
import type { Route } from './+types/json-feed.route';
import { getFeed } from './feeds.server';
import { jsonFeedOf } from './json-feed';

export const handle = {
  keep: { tags: ['news', 'articles'] },
  file: 'loader',
} satisfies PageKeeping & FileAnswer;

/** News and articles of a language as JSON Feed. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const feed = await getFeed(context.get(actorContext), params.language).catch(showErrorPage);
  return new Response(jsonFeedOf(feed), {
    headers: { 'Content-Type': 'application/feed+json; charset=utf-8' },
  });
}
