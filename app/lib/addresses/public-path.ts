/** Texts that stand within other pages; they are edited like pages and have no page of their own. */
export const siteTextSlugs = ['text-announcement', 'text-news', 'text-events'] as const;

export type SiteTextSlug = (typeof siteTextSlugs)[number];

export function isSiteText(slug: string): boolean {
  return siteTextSlugs.some((text) => text === slug);
}

const freePages = 'pages/';

/** Pages that the association has added: their names begin so, and shadow no other address. */
export const freePageSlug = (name: string): string => freePages + name;

export const isFreePage = (slug: string): boolean => slug.startsWith(freePages);

/** What can be chosen of the address of a page that the association has added. */
export const freePageName = (slug: string): string => slug.slice(freePages.length);

/** What can be written and published. */
export const textKinds = ['news', 'article', 'page', 'event-translation', 'board-member'] as const;
export type TextKind = (typeof textKinds)[number];

/** The public address of a text. */
export function publicPath(kind: TextKind, slug: string): string {
  if (kind === 'news') return `/news/${slug}`;
  if (kind === 'article') return `/article/${slug}`;
  if (kind === 'event-translation') return `/events/${slug}`;
  if (slug === 'text-news') return '/news';
  if (slug === 'text-events') return '/events/overview';
  return slug === 'home' || isSiteText(slug) ? '/' : `/${slug}`;
}

/**
 * The address of a file that stands with a text.
 * @param preview the secret of a preview link, while the text is not public
 */
export function publicFilePath(file: { id: string; fileName: string }, preview?: string): string {
  const query = preview ? `?preview=${encodeURIComponent(preview)}` : '';
  return `/files/${file.id}/${encodeURIComponent(file.fileName)}${query}`;
}
