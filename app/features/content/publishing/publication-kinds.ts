import type { Tone } from '~/ui/status-pill';
import type { revisionKinds } from '~/db/schema/content/publishing';
import { type TextKind, textKinds } from '~/lib/addresses/public-path';

/** Everything with revisions: publications and events. */
export type RevisionKind = (typeof revisionKinds)[number];

export type PublicationKind = TextKind;

/** News and articles have a picture, files and an address of their own. */
export type ItemKind = 'news' | 'article';
export const isItem = (kind: RevisionKind): kind is ItemKind =>
  kind === 'news' || kind === 'article';

/** Kinds with a picture of their own. */
export const hasPicture = (kind: RevisionKind): kind is ItemKind | 'board-member' =>
  isItem(kind) || kind === 'board-member';

/** Kinds that editors can begin anew, and not only translate. Events have their own editor. */
export const canBegin = (kind: PublicationKind) => hasPicture(kind) || kind === 'page';

/** Whether a text can be deleted with all its revisions: drafts and withdrawn board entries. */
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

/** The key under which drafts of a text are stored. */
export function draftPlace(id: string): string {
  return `content/${id}`;
}

/** How the state of a text or an event looks to its editors. */
export const publicationTones = {
  draft: 'neutral',
  scheduled: 'attention',
  published: 'right',
  cancelled: 'wrong',
  archived: 'neutral',
} as const satisfies Record<string, Tone>;

const neededWords: Record<PublicationKind, readonly string[]> = {
  news: ['teaser', 'authorName'],
  article: ['teaser', 'abstract', 'authors'],
  page: [],
  'event-translation': ['summary'],
  'board-member': ['role', 'function', 'court', 'country'],
};

type TextFacts = {
  /** Whether it may have no words of its own, as texts of the site. */
  isBodyOptional: boolean;
  hasCover: boolean;
};

/** The fields that have to be filled in before visitors may see a text. */
export function neededToPublish(
  kind: PublicationKind,
  { isBodyOptional, hasCover }: TextFacts,
): string[] {
  const hasBody = !isBodyOptional && kind !== 'board-member';
  return [...neededWords[kind], ...(hasBody ? ['body'] : []), ...(hasCover ? ['coverAlt'] : [])];
}
