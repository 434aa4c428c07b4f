import type { PageTag } from '~/answers/page-tags';
import type { TextKind } from '~/lib/addresses/public-path';

/** The job that makes a text public at its moment; see publish-due.job. */
export const publishDueName = 'publish-due';

/** Which kept pages show texts of a kind. */
export const tagOf: Record<TextKind, PageTag> = {
  news: 'news',
  article: 'articles',
  page: 'pages',
  'event-translation': 'events',
  'board-member': 'pages',
};
