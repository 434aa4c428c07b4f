import type { MetaDescriptor } from 'react-router';
import { shorten } from './shorten';

/** Search engines show about this much of a description. */
const longestDescription = 160;

/** What links to a page are shown with elsewhere; its size in pixels. */
export type PagePicture = { path: string; alt: string; width: number; height: number };

export type PageMeta = {
  title: string;
  description?: string;
  /** Path of the canonical address. */
  path: string;
  /** Where the page is read in each of its languages; `x-default` is whatever suits the reader. */
  alternates?: readonly { language: string; path: string }[];
  type?: 'website' | 'article';
  /** JSON-LD (schema.org) for search engines. */
  structured?: Record<string, unknown>;
  noIndex?: boolean;
  /** Its own picture; absent: that of the site. */
  picture?: PagePicture | undefined;
};

/** `picture` is the path of what links to the site are shown with. */
type Site = { origin: string; name: string; picture: string };

/** What search engines and previews read of a page: title, description, canonical, Open Graph. */
export function pageMeta(site: Site, page: PageMeta): MetaDescriptor[] {
  const isHome = /^\/(\?|$)/.test(page.path);
  const title = isHome ? `${site.name} – ${page.title}` : `${page.title} – ${site.name}`;
  const url = `${site.origin}${page.path}`;
  const description = page.description && shorten(page.description, longestDescription);
  const tags: (MetaDescriptor | false)[] = [
    { title },
    description ? { name: 'description', content: description } : false,
    { tagName: 'link', rel: 'canonical', href: url },
    ...(page.alternates ?? []).map(({ language, path }) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang: language,
      href: `${site.origin}${path}`,
    })),
    { property: 'og:site_name', content: site.name },
    { property: 'og:title', content: page.title },
    description ? { property: 'og:description', content: description } : false,
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:url', content: url },
    ...pictureTags(site, page.picture),
    { name: 'twitter:card', content: 'summary_large_image' },
    page.noIndex ? { name: 'robots', content: 'noindex' } : false,
    page.structured
      ? {
          'script:ld+json': {
            '@context': 'https://schema.org',
            ...page.structured,
            ...(page.picture && { image: site.origin + page.picture.path }),
          },
        }
      : false,
  ];
  return tags.filter((tag): tag is MetaDescriptor => tag !== false);
}

function pictureTags({ origin, name, picture }: Site, own: PagePicture | undefined) {
  if (!own) {
    return [
      { property: 'og:image', content: origin + picture },
      { property: 'og:image:alt', content: name },
    ];
  }
  return [
    { property: 'og:image', content: origin + own.path },
    { property: 'og:image:width', content: String(own.width) },
    { property: 'og:image:height', content: String(own.height) },
    { property: 'og:image:alt', content: own.alt || name },
  ];
}
