import type { PageTag } from '~/lib/page-keeping';
import type { PublicationKind } from './publication-kinds';

/** The job that makes a text public at its moment; see publish-due.job. */
export const publishDueName = 'publish-due';

/** Which kept pages show texts of a kind. */
export const tagOf: Record<PublicationKind, PageTag> = {
  news: 'news',
  article: 'articles',
  page: 'pages',
};
