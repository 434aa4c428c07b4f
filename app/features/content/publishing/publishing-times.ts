import { type PageTag, pageTags } from '~/answers/page-tags';
import { isFreePage, type TextKind } from '~/lib/addresses/public-path';

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

/** Which cached pages a text is on: the menu of each one may lead to a page of the association. */
export const tagsOf = (kind: TextKind, slug: string): readonly PageTag[] =>
  kind === 'page' && isFreePage(slug) ? pageTags : [tagOf[kind]];
