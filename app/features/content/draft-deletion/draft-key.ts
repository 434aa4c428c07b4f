import type { PublicationKind } from '~/features/content/publishing/publication-kinds';

/** A text and the version of it that is listed, in one value of a form. */
export const draftKey = (text: { kind: PublicationKind; id: string; version: number }) =>
  `${text.kind}/${text.id}/${text.version}`;
