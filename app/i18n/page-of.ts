/**
 * The name of a page among the texts: the pattern of its address.
 * @param pattern as the router gives it, for some pages without the first slash
 */
export const pageOf = (pattern: string): string => `/${pattern}`.replace(/^\/\//, '/');
