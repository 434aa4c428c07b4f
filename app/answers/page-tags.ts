/** What public pages are made of; a page kept in memory depends on some of these. */
export const pageTags = ['pages', 'news', 'articles', 'events', 'newsletters'] as const;
export type PageTag = (typeof pageTags)[number];

/**
 * Said by a route in its `handle`, beside the loader: visitors may get its page from memory. Only
 * for routes outside the guards that answer every visitor alike and take no form.
 */
export type CacheableHandle = {
  cache: {
    /** What the loader reads: the page is made anew when any of it changes. */
    tags: readonly PageTag[];
    /** The search parameters that the loader reads; with any other the page is not kept. */
    query?: readonly string[];
  };
};
