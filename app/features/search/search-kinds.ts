/** What the search looks through, in the order of its filter. */
export const searchKinds = ['library', 'forum', 'news', 'event', 'page'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Shorter words match nearly everything or nothing. */
export const shortestQuery = 2;
export const longestQuery = 300;
export const resultsPerPage = 20;
/** Of more hits than this of a kind only the newest are ranked: nobody reads on so far. */
export const mostRanked = 1_000;
