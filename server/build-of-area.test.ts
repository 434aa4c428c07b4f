import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { splitByArea } from './build-of-area';

type Row = [id: string, parentId: string | undefined, path?: string, index?: true];

const table: Row[] = [
  ['root', undefined, ''],
  ['home', 'root', undefined, true],
  ['news', 'root', 'news'],
  ['news-item', 'root', 'news/:slug'],
  ['guard', 'root'],
  ['forum', 'guard', 'forum'],
  ['topic', 'guard', 'forum/topic/:id'],
  ['desk', 'root', 'desk'],
  ['desk-list', 'desk', 'list'],
  ['short', 'root', ':short'],
  ['rest', 'root', '*'],
];

const rows = Object.fromEntries(
  table.map(([id, parentId, path, index]) => [id, { id, parentId, path, index, module: {} }]),
);
// oxlint-disable-next-line typescript/consistent-type-assertions -- the parts of a build that are read
const build = { routes: rows, assets: { routes: rows } } as unknown as ServerBuild;

const { areaOf, buildOf } = splitByArea(build);
const partAt = (path: string) => Object.keys(buildOf(areaOf(`https://site.example${path}`)).routes);
const everywhere = ['root', 'home', 'short', 'rest'];

test.each([
  ['/', []],
  ['/?language=fr', []],
  ['/news', ['news', 'news-item']],
  ['/news/first?page=2', ['news', 'news-item']],
  ['/news.data', ['news', 'news-item']],
  ['/forum/topic/1', ['guard', 'forum', 'topic']],
  ['/desk/list', ['desk', 'desk-list']],
])('at %s only the routes of the area and those of everywhere are looked at', (path, area) => {
  expect(partAt(path).toSorted()).toEqual([...everywhere, ...area].toSorted());
});

test.each(['/unknown', '/News', '/%6eews', '/__manifest', '/_root.data', '//news'])(
  'at %s all routes are looked at',
  (path) => {
    expect(buildOf(areaOf(`https://site.example${path}`))).toBe(build);
  },
);

test('the browser is told of the same routes', () => {
  const part = buildOf(areaOf('https://site.example/news'));
  expect(Object.keys(part.assets.routes)).toEqual(Object.keys(part.routes));
});
