/**
 * Said in its `handle` by a route without a page: which of its answers is a file, an archive or a
 * stream. The router of a browser asks for data, and is refused before any of it is made.
 */
export type FileAnswer = { file: 'loader' | 'action' };
