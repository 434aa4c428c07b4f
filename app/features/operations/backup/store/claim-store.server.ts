import { z } from 'zod';
import { Refusal } from '~/policy/refusal';
import { findSecret, secret } from '~/platform/secret.server';
import { format, markerName, markerSchema, parseJson, secretHash } from './backup-format.server';
import { type BackupStore, holdsOtherThings, prepareToWrite } from './backup-store.server';
import { listNights, readWhole } from './nights.server';

/** Makes the store ready, and refuses one that holds other things or belongs to another site. */
export async function claimStore(store: BackupStore): Promise<void> {
  const isOurs = await isClaimed(store);
  if (!isOurs && (await listNights(store)).length > 0)
    throw new Refusal(`${store.name}: ${noMarker}`);
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
  const marker = await readMarker(store);
  if (!marker) return false;
  if (typeof marker === 'string') throw new Refusal(`${store.name}: ${marker}`);
  if (marker.site === secretHash(secret())) return true;
  throw new Refusal(
    `${store.name} holds the backups of a site with another APP_SECRET; name another store.`,
  );
}

const remedy = 'bring it back from a copy of the store, or name a new store';
const noMarker = `${markerName}, which says whose backups these are, is missing, and no further backup is made here: ${remedy}.`;
const badMarker = `${markerName}, which says whose backups these are, is damaged, and no further backup is made here: ${remedy}.`;
const laterMarker = `${markerName} is of a later release, and no further backup is made here: use that release, or name a new store.`;

/** What keeps the next backup out of a store that holds some; null when it can be made. */
export async function findMarkerProblem(store: BackupStore): Promise<string | null> {
  const marker = await readMarker(store);
  if (!marker) return noMarker;
  return typeof marker === 'string' ? marker : null;
}

/** @returns null when there is none, a sentence when it cannot be used */
async function readMarker(store: BackupStore): Promise<Marker | string | null> {
  const bytes = await readWhole(store, markerName);
  if (!bytes) return null;
  const content = parseJson(bytes.toString('utf8'));
  const found = markerSchema.safeParse(content);
  if (found.success) return found.data;
  return laterSchema.safeParse(content).success ? laterMarker : badMarker;
}

type Marker = z.output<typeof markerSchema>;
const laterSchema = z.object({ format: z.number().gt(format) });

/** The secret that the store was written with; null where this machine has another one, or none. */
export async function findStoreSecret(store: BackupStore): Promise<string | null> {
  const [own, marker] = await Promise.all([findSecret(), readWhole(store, markerName)]);
  const found = markerSchema.safeParse(parseJson(marker?.toString('utf8') ?? ''));
  return own && found.success && found.data.site === secretHash(own) ? own : null;
}
