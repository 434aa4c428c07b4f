import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedPostgresConnection } from './embedded-postgres.server';
import { applicationName } from './postgres-settings.server';

/**
 * How to reach the embedded PostgreSQL that another process runs on `directory`, from what the
 * server itself notes in postmaster.pid: port in line 4, folder of the socket in line 5
 * (PostgreSQL, "Database File Layout").
 * @returns node-postgres settings, null when none is recorded
 */
export function findRunningPostgres(directory: string): EmbeddedPostgresConnection | null {
  try {
    const lines = readFileSync(join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n');
    const port = Number(lines[3]);
    const host = lines[4]?.trim();
    if (!host || !Number.isInteger(port)) return null;
    return { host, port, user: applicationName, database: applicationName, ssl: false };
  } catch {
    return null;
  }
}
