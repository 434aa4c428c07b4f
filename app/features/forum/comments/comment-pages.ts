export const commentsPerPage = 25;
/** A longer topic is printed in several parts. */
export const commentsPerPrint = 200;

/** The page of a topic that holds a position. */
export const pageOf = (position: number) => Math.max(1, Math.ceil(position / commentsPerPage));

/** The beginning of the query of a page's address; the first page has none. */
export const queryOfPage = (page: number) => (page > 1 ? `?page=${page}&` : '?');
