import type { Actor } from '~/policy/actor';
import { config, type Language } from '~/config/config.server';
import { AppError } from '~/policy/errors';
import { type Headline, listHeadlines } from '~/features/content/news/news.server';
import { translateIn } from '~/i18n/translations.server';
import { textAddress } from '~/site/translation-addresses';
import { authorise } from '~/policy/permissions';
import { association } from '~/platform/association.server';

/** What a reader of feeds gets: the newest, which is more than anybody misses between two visits. */
const longest = 50;

/** A feed says who made it in the language of its texts, so these are all it can be in. */
const spoken = ['en', 'fr', 'de'] as const satisfies readonly Language[];

/** No entry is older (spec section 9, lowest news year). */
const beginning = new Date('2025-01-01T00:00:00Z');

export type FeedEntry = {
  /** Stays the same for ever (RFC 4287 section 4.2.6). */
  id: string;
  url: string;
  title: string;
  summary: string;
  category: string;
  published: Date;
  updated: Date;
};

export type Feed = {
  language: Language;
  title: string;
  description: string;
  author: string;
  icon: string;
  /** The page that shows the same. */
  homeUrl: string;
  atomUrl: string;
  jsonUrl: string;
  updated: Date;
  entries: FeedEntry[];
};

/** Of these languages, those in which there are feeds. */
export const feedLanguages = (languages: readonly string[]): Language[] =>
  spoken.filter((language) => languages.includes(language));

/**
 * The feed of news and articles in a language, newest first; also in one that the site itself does
 * not speak, as long as there are texts in it.
 * @throws AppError `error.not-found`
 */
export async function getFeed(actor: Actor, asked: string): Promise<Feed> {
  authorise(actor, 'publication.read');
  const { languages, server } = config();
  const { logoDigest } = association();
  const language = spoken.find((known) => known === asked);
  if (!language) throw new AppError('error.not-found');
  const t = translateIn(language);
  const headlines = await listHeadlines(actor, { language }, longest);
  if (headlines.length === 0 && !languages.active.includes(language)) {
    throw new AppError('error.not-found');
  }
  const entries = headlines
    .map((headline) => entryOf(headline, language))
    .toSorted((a, b) => Number(b.published) - Number(a.published));
  return {
    language,
    title: `${t('feeds.title')} – ${association().shortName}`,
    description: t('feeds.description', { name: association().name }),
    author: association().name,
    icon: server.origin + (logoDigest ? `/logo/${logoDigest}?icon=192` : '/favicon.svg'),
    homeUrl: `${server.origin}/news`,
    atomUrl: `${server.origin}/feeds/atom/${language}`,
    jsonUrl: `${server.origin}/feeds/json/${language}`,
    updated: new Date(Math.max(Number(beginning), ...entries.map(({ updated }) => +updated))),
    entries,
  };
}

function entryOf(headline: Headline, language: Language): FeedEntry {
  const t = translateIn(language);
  return {
    id: `urn:uuid:${headline.id}`,
    url: config().server.origin + textAddress(headline.kind, headline),
    title: headline.title,
    summary: headline.teaser,
    category:
      headline.kind === 'article' ? t('news.article') : t(`news.category.${headline.category}`),
    published: headline.publishAt,
    // What was written earlier and appears later is new when it appears.
    updated: new Date(Math.max(Number(headline.updatedAt), Number(headline.publishAt))),
  };
}
