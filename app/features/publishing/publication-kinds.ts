import type { publicationKinds } from '~/db/schema/publishing';
import { isSiteText } from '~/lib/site-texts';

export type PublicationKind = (typeof publicationKinds)[number];

const kinds: readonly PublicationKind[] = ['news', 'article', 'page'];

export function publicationKindOf(text: string | null | undefined): PublicationKind | null {
  return kinds.find((kind) => kind === text) ?? null;
}

/** Legal texts keep every version for everybody to read. */
export const legalSlugs = ['privacy-policy', 'end-user-agreement'] as const;

export function isLegalText(slug: string): boolean {
  return legalSlugs.some((text) => text === slug);
}

/** The public address of a text. */
export function publicPath(kind: PublicationKind, slug: string): string {
  if (kind === 'news') return `/news/${slug}`;
  if (kind === 'article') return `/article/${slug}`;
  if (slug === 'text-news') return '/news';
  if (slug === 'text-events') return '/events/overview';
  return slug === 'home' || isSiteText(slug) ? '/' : `/${slug}`;
}

/** Where a text is edited. */
export function editPath(kind: PublicationKind, id: string): string {
  return `/administration/content/${kind}/${id}`;
}

/** Where the server keeps what somebody is writing in it. */
export function draftPlace(id: string): string {
  return `content/${id}`;
}
