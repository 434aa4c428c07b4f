import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { projectRoot } from '~/config/project-root.server';
import routes from '../../app/routes';

type Placed = { file: string; path: string; isOpen: boolean };

/** Every route with its address, and whether no layout (guard or working page) stands above it. */
function placed(entry: RouteConfigEntry, isOpen: boolean): Placed[] {
  const children = (entry.children ?? []).flatMap((child) => placed(child, false));
  return [{ file: entry.file, path: `/${entry.path ?? ''}`, isOpen }, ...children];
}

const sourceOf = (file: string) => readFileSync(join(projectRoot(), 'app', file), 'utf8');

const kept = routes
  .flatMap((entry) => placed(entry, true))
  .filter(({ file }) => /export const handle = \{\s*cache:/.test(sourceOf(file)));

test('these pages, and no others, come from memory', () => {
  expect(kept.map(({ path }) => path).toSorted()).toEqual([
    '/',
    '/about',
    '/article/:id',
    '/decisions',
    '/decisions/:identifier',
    '/end-user-agreement',
    '/events/:slug',
    '/events/overview',
    '/feeds/atom/:language',
    '/feeds/json/:language',
    '/news',
    '/news/:slug',
    '/pages/:slug',
    '/privacy-policy',
    '/provisions/:instrument/:article',
    '/robots.txt',
    '/security-policy',
    '/sitemap.xml',
  ]);
});

test.each(kept)('$path stands outside every guard and takes no form', ({ file, isOpen }) => {
  expect(isOpen).toBe(true);
  expect(sourceOf(file)).not.toMatch(/export (async )?(function|const) (action|middleware)\b/);
});

test('what is found for words is made for one reader, whose searches are counted', () => {
  const { file } = kept.find(({ path }) => path === '/decisions') ?? { file: '' };
  const query = /query: \[(.*?)\]/s.exec(sourceOf(file))?.[1] ?? "'q'";
  expect(query).not.toMatch(/'q'/);
});
