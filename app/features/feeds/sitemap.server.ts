import { anonymous } from '~/actor';
import { config } from '~/config.server';
import { listPastEvents, listUpcomingEvents } from '~/features/events/events.server';
import { listHeadlines } from '~/features/news/news.server';
import { xmlDeclaration, xmlElement } from '~/lib/xml';
import { addressOf } from './feeds.server';

/** The protocol allows no more in one file (sitemaps.org). */
const longest = 50_000;

/** The pages that are there for everybody and always. */
const standing = ['/', '/about', '/membership', '/events/overview', '/news'];

type Entry = { url: string; changed?: Date };

/**
 * The addresses that search engines may know: what a visitor sees, whoever asks, so that nothing
 * for members gets in.
 */
export async function makeSitemap(): Promise<string> {
  const { flags, server } = config();
  const legal = [
    ...(flags.privacyPolicyLink ? ['/privacy-policy'] : []),
    ...(flags.endUserAgreementLink ? ['/end-user-agreement'] : []),
  ];
  const [headlines, ...events] = await Promise.all([
    listHeadlines(anonymous, {}, longest),
    listUpcomingEvents(anonymous, longest),
    listPastEvents(anonymous, longest),
  ]);
  const entries: Entry[] = [
    ...[...standing, ...legal].map((path) => ({ url: `${server.origin}${path}` })),
    ...headlines.map((headline) => ({
      url: addressOf(headline),
      changed: new Date(Math.max(Number(headline.updatedAt), Number(headline.publishAt))),
    })),
    ...events.flat().map(({ slug }) => ({ url: `${server.origin}/events/${slug}` })),
  ];
  return xmlDeclaration + sitemapOf(entries);
}

/** A page in several languages has one address; the latest change counts. */
function sitemapOf(entries: readonly Entry[]): string {
  const changes = new Map<string, Date | undefined>();
  for (const { url, changed } of entries) {
    const known = changes.get(url);
    changes.set(url, known && changed && known > changed ? known : changed);
  }
  const urls = [...changes]
    .slice(0, longest)
    .map(([url, changed]) =>
      xmlElement('url', {}, [
        xmlElement('loc', {}, url),
        ...(changed ? [xmlElement('lastmod', {}, changed.toISOString())] : []),
      ]),
    );
  return xmlElement('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, urls);
}

/** What robots may not visit (RFC 9309), because nothing there is for them. */
const notForRobots = [
  '/administration',
  '/api/',
  '/forum',
  '/intranet',
  '/search',
  '/settings',
  '/user',
];

export function makeRobotsText(): string {
  return [
    'User-agent: *',
    ...notForRobots.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${config().server.origin}/sitemap.xml`,
    '',
  ].join('\n');
}
