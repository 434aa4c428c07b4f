import type { WordDocumentContent, WordSpan } from './word-document';

/** What the page of a document shows of it. */
export type PreviewContent =
  | { kind: 'pdf' | 'image' | 'none' | 'unreadable' }
  | { kind: 'text'; spans: WordSpan[] }
  | ({ kind: 'word' } & WordDocumentContent);
