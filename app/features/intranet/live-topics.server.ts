import type { Transaction } from '~/db/db.server';
import { announce } from '~/platform/live.server';
import type { Collection } from './intranet-schemas';

/** What the page of a folder listens to; `null` is the top level. */
export function folderTopic(collection: Collection, folder: string | null): string {
  return `intranet/${collection}/${folder ?? 'top'}`;
}

/** For changes that concern more folders than are worth naming. */
export function collectionTopic(collection: Collection): string {
  return `intranet/${collection}`;
}

const mostNamed = 30;

/** Tells whoever looks at one of the folders to look again. */
export async function announceFolders(
  tx: Transaction,
  collection: Collection,
  folders: readonly (string | null)[],
): Promise<void> {
  const different = [...new Set(folders)];
  if (different.length > mostNamed) return announce(tx, collectionTopic(collection));
  for (const folder of different) await announce(tx, folderTopic(collection, folder));
}
