/** The kinds of public content; a cached page depends on some of them. */
export const pageTags = [
  'pages',
  'news',
  'articles',
  'events',
  'newsletters',
  'decisions',
] as const;
export type PageTag = (typeof pageTags)[number];

/**
 * Declared by a route in its `handle`, beside the loader: its page may be cached. Only for routes
 * outside the guards that answer every visitor alike and have no form.
 */
export type CacheableHandle = {
  cache: {
    /** What the loader reads: a change of any of it invalidates the page. */
    tags: readonly PageTag[];
    /** The search parameters that the loader reads; with any other the page is not cached. */
    query?: readonly string[];
  };
};
