import { readdirSync } from 'node:fs';

/** Where the manual keeps backups. */
export const backups = '/var/backups/association';

/** The name of the newest backup that begins so. */
export function newestBackup(beginning: string): string {
  const names = readdirSync(backups).filter((name) => name.startsWith(beginning));
  return names.toSorted().at(-1) ?? 'none';
}
