import type { keptKinds } from '~/db/schema/content/publishing';
import { type TextKind, textKinds } from '~/lib/addresses/public-path';

/** Texts, and events, whose versions are kept like theirs. */
export type KeptKind = (typeof keptKinds)[number];

export type PublicationKind = TextKind;

/** News and articles have a picture, files and an address of their own. */
export type ItemKind = 'news' | 'article';
export const isItem = (kind: KeptKind): kind is ItemKind => kind === 'news' || kind === 'article';

/**
 * What has a picture of its own. These are begun by themselves; pages have their fixed places, and
 * events are made elsewhere.
 */
export const hasPicture = (kind: KeptKind): kind is ItemKind | 'board-member' =>
  isItem(kind) || kind === 'board-member';

/** Whether a text is removed with all its versions: drafts, and of the board what is withdrawn. */
export function isErasable(kind: PublicationKind, status: string): boolean {
  return status === 'draft' || (kind === 'board-member' && status === 'archived');
}

export function publicationKindOf(text: string | null | undefined): PublicationKind | null {
  return textKinds.find((kind) => kind === text) ?? null;
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

/** Where the server keeps what someone is writing in it. */
export function draftPlace(id: string): string {
  return `content/${id}`;
}
