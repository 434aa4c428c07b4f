/** The kinds of results, in the order of the filter. */
export const searchKinds = ['decision', 'library', 'forum', 'news', 'event', 'page'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Shorter words match nearly everything or nothing. */
export const shortestQuery = 2;
export const longestQuery = 300;
export const resultsPerPage = 20;
/** As far as one can turn the pages. */
export const maxPages = 100;
