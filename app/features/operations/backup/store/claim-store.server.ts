import { Refusal } from '~/policy/refusal';
import { findSecret, secret } from '~/platform/secret.server';
import { format, markerName, markerSchema, parseJson, secretHash } from './backup-format.server';
import { type BackupStore, holdsOtherThings, prepareToWrite } from './backup-store.server';
import { readWhole } from './nights.server';

/** Makes the store ready, and refuses one that holds other things or belongs to another site. */
export async function claimStore(store: BackupStore): Promise<void> {
  const isOurs = await isClaimed(store);
  if (!isOurs && (await holdsOtherThings(store)))
    throw new Refusal(
      `${store.name} holds something else than backups of this format; name a new folder.`,
    );
  await prepareToWrite(store);
  if (isOurs) return;
  await store.put(markerName, `${JSON.stringify({ format, site: secretHash(secret()) })}\n`);
}

/**
 * @returns whether a backup of this site has made the store its own; false where nobody has
 * @throws Refusal when it is that of another site
 */
export async function isClaimed(store: BackupStore): Promise<boolean> {
  const marker = await readWhole(store, markerName);
  if (!marker) return false;
  const found = markerSchema.safeParse(parseJson(marker.toString('utf8')));
  if (found.success && found.data.site === secretHash(secret())) return true;
  throw new Refusal(
    `${store.name} holds the backups of a site with another APP_SECRET, or of a later release; name another store.`,
  );
}

/** The secret that the store was written with; null where this machine has another one, or none. */
export async function findStoreSecret(store: BackupStore): Promise<string | null> {
  const [own, marker] = await Promise.all([findSecret(), readWhole(store, markerName)]);
  const found = markerSchema.safeParse(parseJson(marker?.toString('utf8') ?? ''));
  return own && found.success && found.data.site === secretHash(own) ? own : null;
}
