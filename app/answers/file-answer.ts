/**
 * Said in its `handle` by a route without a page: which of its answers is a file, an archive or a
 * stream. Data requests of the client router are refused before it is produced.
 */
export type FileAnswer = { file: 'loader' | 'action' };
