import type { FileAnswer } from '~/answers/file-answer';
import type { PageKeeping } from '~/answers/page-keeping';
import { makeSitemap } from './sitemap.server';

export const handle = {
  keep: { tags: ['news', 'articles', 'events', 'pages'] },
  file: 'loader',
} satisfies PageKeeping & FileAnswer;

export async function loader() {
  return new Response(await makeSitemap(), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  });
}
