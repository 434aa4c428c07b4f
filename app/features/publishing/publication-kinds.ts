import type { keptKinds, publicationKinds } from '~/db/schema/publishing';

export type PublicationKind = (typeof publicationKinds)[number];

/** Texts, and events, whose versions are kept like theirs. */
export type KeptKind = (typeof keptKinds)[number];

const kinds: readonly PublicationKind[] = ['news', 'article', 'page', 'event-translation'];

/** News and articles have a picture, files and an address of their own. */
export type ItemKind = 'news' | 'article';
export const isItem = (kind: KeptKind): kind is ItemKind => kind === 'news' || kind === 'article';

export function publicationKindOf(text: string | null | undefined): PublicationKind | null {
  return kinds.find((kind) => kind === text) ?? null;
}

/** Legal texts keep every version for everybody to read. */
export const legalSlugs = ['privacy-policy', 'end-user-agreement'] as const;

export function isLegalText(slug: string): boolean {
  return legalSlugs.some((text) => text === slug);
}

/** Where a text is edited. */
export function editPath(kind: PublicationKind, id: string): string {
  return `/administration/content/${kind}/${id}`;
}

/** Where the server keeps what somebody is writing in it. */
export function draftPlace(id: string): string {
  return `content/${id}`;
}
