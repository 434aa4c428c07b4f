/** What the search looks through, in the order of its filter. */
export const searchKinds = ['library', 'forum', 'news', 'event', 'page'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Shorter words match nearly everything or nothing. */
export const shortestQuery = 2;
export const longestQuery = 300;
export const resultsPerPage = 20;
/** Of more hits than this in one source only the newest are ranked: nobody reads on so far. */
export const mostRanked = 200;
/** Documents by their words and by their pages: so many of one kind at most. */
export const mostOfAKind = 2 * mostRanked;
