import type { FileAnswer } from '~/answers/file-answer';
import type { CacheableHandle } from '~/answers/page-tags';
import { makeSitemap } from './sitemap.server';

export const handle = {
  cache: { tags: ['news', 'articles', 'events', 'pages', 'decisions'] },
  file: 'loader',
} satisfies CacheableHandle & FileAnswer;

export async function loader() {
  return new Response(await makeSitemap(), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  });
}
