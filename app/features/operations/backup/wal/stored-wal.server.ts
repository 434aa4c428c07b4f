import type { BackupStore } from '~/features/operations/backup/store/backup-store.server';
import { baseBackupOf } from './wal-names';

/**
 * A file of the log in a store: `wal/<system identifier>/<file>/<hash>.gz`, with `.age` behind it when
 * it is encrypted. The hash is keyed, so it tells nothing without the secret of the site.
 */
export type StoredWal = { key: string; name: string; isEncrypted: boolean };

export const walFolder = (system: string, name: string) =>
  `wal/${system}/${name.replace(/\.gz$/, '')}`;

export const walKey = (folder: string, hash: string, isEncrypted: boolean) =>
  `${folder}/${hash}.gz${isEncrypted ? '.age' : ''}`;

/** The log of one database, or of all of them, by the identifiers of their systems. */
export async function listStoredWal(
  store: BackupStore,
  system?: string,
): Promise<Map<string, StoredWal[]>> {
  const found = new Map<string, StoredWal[]>();
  for await (const key of store.list(system ? `wal/${system}` : 'wal')) {
    const [, of = '', name = ''] = key.split('/');
    const files = found.get(of) ?? [];
    files.push({ key, name: `${name}.gz`, isEncrypted: key.endsWith('.age') });
    found.set(of, files);
  }
  return found;
}

export type ServerCopy = { system: string; name: string; start: string; night: string };

/** The copies of database servers of one's own, which lie with their log. */
export const serverCopiesIn = (stored: Map<string, StoredWal[]>): ServerCopy[] =>
  [...stored].flatMap(([system, files]) =>
    files.flatMap(({ name }) => {
      const base = baseBackupOf(name);
      return base ? { system, name, ...base } : [];
    }),
  );
