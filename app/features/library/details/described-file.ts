import type { Collection } from '~/lib/collections';
import type { ResourceMetadata } from '~/features/library/resources/resource-metadata';

/** What can be written of a document; what is left out stays. */
export type WrittenDetails = {
  title: string;
  language: string | null;
  author: string | null;
  metadata: ResourceMetadata;
  description?: string;
  tags?: string[];
};

/** A file with its details and the beginning of its text. */
export type DescribedFile = {
  id: string;
  version: number;
  title: string;
  language: string | null;
  author: string | null;
  metadata: ResourceMetadata;
  textState: 'waiting' | 'found' | 'none' | 'failed' | 'unread' | null;
  collection: Collection;
  parent: string | null;
  text: string;
};
