/** Pages as visitors and members get them: kept in memory, unchanged, and made anew. */
import { firstArticle, type Row, signIn, withSite } from './bench.ts';
import { compare } from './compare.ts';
import { cost } from './cost.ts';

const gzip = { 'accept-encoding': 'gzip' };

export async function pages(): Promise<Row[]> {
  return [
    ...(await withSite({}, async (site) => {
      const article = await firstArticle(site);
      const url = `${site.url}${article}`;
      await fetch(url, { headers: gzip });
      const etag = (await fetch(url, { headers: gzip })).headers.get('etag') ?? '';
      const unchanged = { ...gzip, 'if-none-match': etag };
      return [
        await compare(site, {
          work: 'article, warm',
          path: article,
          headers: gzip,
          bar: 0.75,
          p99Bar: 3,
        }),
        await compare(site, { work: 'home, warm', path: '/', headers: gzip, bar: 0.75, p99Bar: 3 }),
        await compare(site, {
          work: 'article, 304',
          path: article,
          headers: unchanged,
          status: 304,
          bar: 0.8,
        }),
      ];
    })),
    ...(await withSite({ FLAGS: 'pageCache=off' }, async (site) => {
      const article = await firstArticle(site);
      const cookie = await signIn(site, 'member@demo.example');
      const asMember = { ...gzip, cookie };
      return [
        await cost(site, { work: 'article, rendered', path: article, headers: gzip, most: 12 }),
        await cost(site, { work: 'home, rendered', path: '/', headers: gzip, most: 12 }),
        await cost(site, { work: 'home, signed in', path: '/', headers: asMember, most: 15 }),
        await cost(site, {
          work: 'events, signed in',
          path: '/events/overview',
          headers: asMember,
          most: 10,
        }),
        await cost(site, {
          work: 'settings, signed in',
          path: '/settings',
          headers: asMember,
          most: 15,
        }),
      ];
    })),
  ];
}
