import { anonymous } from '~/policy/actor';
import { config } from '~/config/config.server';
import { listDecisionAddresses } from '~/features/decisions/browse/browse.server';
import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { listEventAddresses } from '~/features/events/events.server';
import { type Headline, listHeadlines } from '~/features/content/news/news.server';
import { pageLinks } from '~/site/page-links';
import { listPublishedPages } from '~/features/content/pages/pages.server';
import { type TranslationAddress, translationLinks } from '~/site/translation-addresses';
import { xmlDeclaration, xmlElement } from '~/answers/xml';

/** The protocol allows no more in one file (sitemaps.org). */
const longest = 50_000;

/** What is there for everybody and always. */
const standing = ['/events/overview', '/news', '/newsletter', '/newsletter/archive'];

type Entry = {
  path: string;
  changed?: Date;
  /** The addresses of the translations, its own among them; none where there is only one. */
  alternates?: TranslationAddress[];
};

/**
 * The addresses for search engines: what a visitor sees, whoever is signed in, so that nothing
 * for members gets in.
 */
export async function makeSitemap(): Promise<string> {
  const { publicDecisions } = config().flags;
  const [pages, headlines, events, decisions] = await Promise.all([
    listPublishedPages(anonymous),
    listHeadlines(anonymous, {}, longest),
    listEventAddresses(anonymous),
    publicDecisions ? listDecisionAddresses(anonymous, longest) : [],
  ]);
  const entries: Entry[] = [
    ...pageEntries(pages),
    ...standing.map((path) => ({ path })),
    ...headlineEntries(headlines),
    ...entriesOf('event-translation', events),
    ...(publicDecisions ? [{ path: '/decisions' }] : []),
    ...decisions.map(({ identifier, updatedAt }) => ({
      path: decisionAddress(identifier),
      changed: updatedAt,
    })),
  ];
  return xmlDeclaration + sitemapOf(entries);
}

/** Pages have one address, which shows everybody their language, and one for each language. */
function pageEntries(pages: readonly { slug: string; language: string }[]): Entry[] {
  const { flags } = config();
  const hidden = [
    ...(flags.privacyPolicyLink ? [] : ['privacy-policy']),
    ...(flags.endUserAgreementLink ? [] : ['end-user-agreement']),
  ];
  const shown = pages.filter(({ slug }) => !hidden.includes(slug));
  return entriesOf('page', shown);
}

/** Of what is read at one address in all its languages. */
function entriesOf(
  kind: 'page' | 'event-translation',
  texts: readonly { slug: string; language: string }[],
): Entry[] {
  const bySlug = Map.groupBy(texts, ({ slug }) => slug);
  return [...bySlug].flatMap(([slug, own]) => {
    const languages = own.map(({ language }) => language);
    const { path, alternates } = pageLinks(slug, { languages, asked: null }, kind);
    const addresses = [path, ...alternates.map((one) => one.path)];
    return [...new Set(addresses)].map((address) => ({ path: address, alternates }));
  });
}

function headlineEntries(headlines: readonly Headline[]): Entry[] {
  const groups = Map.groupBy(headlines, ({ translationGroup }) => translationGroup);
  return headlines.map((headline) => {
    const others = (groups.get(headline.translationGroup) ?? []).filter((one) => one !== headline);
    return {
      ...translationLinks(headline.kind, headline, others),
      changed: new Date(Math.max(Number(headline.updatedAt), Number(headline.publishAt))),
    };
  });
}

/** Of several texts with one address the latest change counts. */
function sitemapOf(entries: readonly Entry[]): string {
  const known = new Map<string, Entry>();
  for (const entry of entries) {
    const { changed } = known.get(entry.path) ?? {};
    const isLater = !changed || (entry.changed && entry.changed > changed);
    if (isLater) known.set(entry.path, entry);
  }
  const { origin } = config().server;
  const urls = [...known.values()].slice(0, longest).map(({ path, changed, alternates = [] }) =>
    xmlElement('url', {}, [
      xmlElement('loc', {}, `${origin}${path}`),
      ...(changed ? [xmlElement('lastmod', {}, changed.toISOString())] : []),
      ...alternates.map((other) =>
        xmlElement('xhtml:link', {
          rel: 'alternate',
          hreflang: other.language,
          href: `${origin}${other.path}`,
        }),
      ),
    ]),
  );
  const spaces = {
    xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
    'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
  };
  return xmlElement('urlset', spaces, urls);
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
