/** Texts that stand within other pages; they are edited like pages and have no page of their own. */
export const siteTextSlugs = ['text-announcement', 'text-news', 'text-events'] as const;

export type SiteTextSlug = (typeof siteTextSlugs)[number];

export function isSiteText(slug: string): boolean {
  return siteTextSlugs.some((text) => text === slug);
}
