import { createStaticHandler } from 'react-router';
import { expect, test, vi } from 'vitest';
import { routesToTell } from './page-routes.server';

const handler = createStaticHandler([
  {
    id: 'root',
    path: '',
    children: [
      { id: 'home', index: true },
      { id: 'forum', path: 'forum' },
      { id: 'topic', path: 'forum/topic/:id' },
      { id: 'print', path: 'forum/topic/:id/print' },
      { id: 'news', path: 'news' },
    ],
  },
]);

async function pageAt(path: string) {
  const context = await handler.query(new Request(`https://site.example${path}`));
  if (context instanceof Response) throw new Error('A page was expected');
  return context;
}

test('a page tells of its own routes and of those of the addresses above it, no others', async () => {
  const idsAt = async (path: string) => routesToTell(await pageAt(path)).ids.toSorted();
  expect(await idsAt('/')).toEqual(['home', 'root']);
  expect(await idsAt('/forum/topic/1')).toEqual(['forum', 'home', 'root', 'topic']);
  expect(await idsAt('/forum/topic/1/print')).toEqual(['forum', 'home', 'print', 'root', 'topic']);
  expect(await idsAt('/nowhere/at/all')).toEqual(['home', 'root']);
});

test('an address is looked up once for all pages, and found as before', async () => {
  const page = await pageAt('/forum/topic/1');
  const { _match: lookUp } = page;
  const match = vi.fn<typeof lookUp>(lookUp);
  const [first, second] = [1, 2].map(() => routesToTell({ ...page, _match: match }));
  expect(match.mock.calls.map(([path]) => path)).toEqual(['/', '/forum', '/forum/topic']);
  expect(second).toMatchObject({ ids: first?.ids });
  const { _match: again } = second?.context ?? page;
  expect(again('/forum')).toEqual(lookUp('/forum'));
  expect(again('/forum/topic')).toBeNull();
  expect(match).toHaveBeenCalledTimes(3);
});
