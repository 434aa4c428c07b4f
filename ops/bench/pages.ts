/** Pages as visitors and members get them: kept in memory, unchanged, and made anew. */
import { firstArticle, type Row, signIn, withSite } from './bench.ts';
import { compare } from './compare.ts';

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
          bar: 0.8,
          p99Bar: 3,
        }),
        await compare(site, { work: 'home, warm', path: '/', headers: gzip, bar: 0.8, p99Bar: 3 }),
        await compare(site, {
          work: 'article, 304',
          path: article,
          headers: unchanged,
          status: 304,
          bar: 0.9,
        }),
      ];
    })),
    ...(await withSite({ FLAGS: 'pageCache=off' }, async (site) => {
      const article = await firstArticle(site);
      const cookie = await signIn(site, 'member@demo.example');
      const asMember = { ...gzip, cookie };
      return [
        await compare(site, {
          work: 'article, first render',
          path: article,
          headers: gzip,
          bar: 0.015,
        }),
        await compare(site, {
          work: 'article, first render, all read from the database',
          // A parameter that no page reads: nothing kept may answer it.
          path: `${article}?fresh=1`,
          headers: gzip,
          bar: 0.015,
        }),
        await compare(site, { work: 'home, first render', path: '/', headers: gzip, bar: 0.015 }),
        await compare(site, {
          work: 'events, signed in',
          path: '/events/overview',
          headers: asMember,
          bar: 0.008,
        }),
        await compare(site, {
          work: 'settings, signed in',
          path: '/settings',
          headers: asMember,
          bar: 0.005,
        }),
      ];
    })),
  ];
}
