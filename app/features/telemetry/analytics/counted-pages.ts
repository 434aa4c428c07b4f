/** The kinds of public pages that are counted; members' and administration pages never are. */
const counted: readonly (readonly [RegExp, string])[] = [
  [/^\/$/, '/'],
  [/^\/about$/, '/about'],
  [/^\/pages\/[^/]+$/, '/pages/:slug'],
  [/^\/membership$/, '/membership'],
  [/^\/events(?:\/overview)?$/, '/events/overview'],
  [/^\/events\/[^/]+$/, '/events/:slug'],
  [/^\/news$/, '/news'],
  [/^\/news\/[^/]+$/, '/news/:slug'],
  [/^\/article\/[^/]+$/, '/article/:id'],
  [/^\/decisions$/, '/decisions'],
  [/^\/decisions\/(?!propos)[^/]+$/, '/decisions/:identifier'],
  [/^\/provisions\/[^/]+\/[^/]+$/, '/provisions/:instrument/:article'],
  [/^\/newsletter(?:\/archive)?$/, '/newsletter'],
  [/^\/newsletter\/archive\/[^/]+$/, '/newsletter/archive/:id'],
  [/^\/search$/, '/search'],
  [/^\/privacy-policy$/, '/privacy-policy'],
  [/^\/end-user-agreement$/, '/end-user-agreement'],
  [/^\/security-policy$/, '/security-policy'],
  [/^\/statistics$/, '/statistics'],
  [/^\/consent$/, '/consent'],
  [/^\/login$/, '/login'],
  [/^\/sign-up$/, '/sign-up'],
];

export const countedPatterns = counted.map(([, pattern]) => pattern);

/** @returns the kind of page without ids, or null when views of it are not counted */
export function countedPattern(path: string): string | null {
  return counted.find(([shape]) => shape.test(path))?.[1] ?? null;
}
