/** One page of each kind that visitors see. */
export type PublicPage = { path: string; hasForm?: boolean };

export const publicPages: readonly PublicPage[] = [
  { path: '/' },
  { path: '/about' },
  { path: '/news' },
  { path: '/news/lindqvist-reread' },
  { path: '/article/names-in-a-search-box' },
  { path: '/events/overview' },
  { path: '/events/annual-conference-2027' },
  { path: '/privacy-policy' },
  { path: '/end-user-agreement' },
  { path: '/membership', hasForm: true },
  { path: '/login', hasForm: true },
];
