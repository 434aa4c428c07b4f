import type { PageKeeping } from '~/lib/page-keeping';
import { makeRobotsText } from './sitemap.server';

export const handle = { keep: { tags: [] } } satisfies PageKeeping;

export function loader() {
  return new Response(makeRobotsText(), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
