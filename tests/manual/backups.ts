import { readdirSync } from 'node:fs';

/** The name of the newest backup in the store of the manual. */
export function newestBackup(): string {
  return readdirSync('/var/backups/association/site/nights').toSorted().at(-1) ?? 'none';
}
