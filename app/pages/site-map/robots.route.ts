import type { FileAnswer } from '~/answers/file-answer';
import type { PageKeeping } from '~/answers/page-keeping';
import { makeRobotsText } from './sitemap.server';

export const handle = { keep: { tags: [] }, file: 'loader' } satisfies PageKeeping & FileAnswer;

export function loader() {
  return new Response(makeRobotsText(), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
