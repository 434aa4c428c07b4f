/** The kinds of results, in the order of the filter. */
export const searchKinds = ['library', 'forum', 'news', 'event', 'page'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Shorter words match nearly everything or nothing. */
export const shortestQuery = 2;
export const longestQuery = 300;
export const resultsPerPage = 20;
/** Beyond this many hits in one source only the newest are ranked. */
export const maxRanked = 200;
/** Documents by their words and by their pages: so many of one kind at most. */
export const maxPerKind = 2 * maxRanked;
