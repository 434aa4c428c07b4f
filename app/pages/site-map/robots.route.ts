import type { FileAnswer } from '~/answers/file-answer';
import type { CacheableHandle } from '~/answers/page-tags';
import { makeRobotsText } from './sitemap.server';

export const handle = { cache: { tags: [] }, file: 'loader' } satisfies CacheableHandle &
  FileAnswer;

export function loader() {
  return new Response(makeRobotsText(), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
