import { resolve, sep } from 'node:path';
import { config } from '~/config/config.server';
import { folderProblem } from '~/platform/files/data-directory.server';
import { Refusal } from '~/policy/refusal';

/**
 * What the person who runs the site can do about a failure of the backup store.
 * @param place as it was named for this backup; empty: by BACKUP_STORE
 * @returns null when the store is not the cause
 */
export function storeProblem(error: unknown, place: string): Refusal | null {
  const chosen = place || config().backup.store;
  if (!chosen || !(error instanceof Error)) return null;
  const problem = /^https?:/.test(chosen)
    ? bucketProblem(error, new URL(chosen))
    : ofFolder(error, chosen) && folderProblem(error, { variable: 'BACKUP_STORE', path: chosen });
  return problem ? new Refusal(problem, { cause: error }) : null;
}

/** A failed write names no file; while a backup is made, it is one of the store. */
function ofFolder(error: Error, folder: string): boolean {
  if (!('errno' in error) || 'address' in error) return false;
  return !('path' in error) || `${String(error.path)}${sep}`.startsWith(`${resolve(folder)}${sep}`);
}

function bucketProblem(error: Error, url: URL): string | null {
  const name = `BACKUP_STORE: ${url.origin}${url.pathname}`;
  const said = error.message || error.name;
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const isUnknown = 'hostname' in error && error.hostname === url.hostname;
  if (isUnknown || ('port' in error && error.port === port)) {
    return `${name} does not answer (${said}); correct the address, or start the store`;
  }
  if (!('$metadata' in error)) return null;
  return `${name} refuses (${said}); correct key, secret, bucket and ?region=, and let the key read, write, list and delete`;
}
