import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import type { CacheableHandle } from '~/answers/page-tags';
import type { Route } from './+types/atom.route';
import { atomOf } from './atom';
import { getFeed } from './feeds.server';

export const handle = {
  cache: { tags: ['news', 'articles'] },
  file: 'loader',
} satisfies CacheableHandle & FileAnswer;

/** News and articles of a language as Atom. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const feed = await getFeed(context.get(actorContext), params.language).catch(throwErrorResponse);
  return new Response(atomOf(feed), {
    headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' },
  });
}
