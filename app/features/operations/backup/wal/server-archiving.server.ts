import { Client } from 'pg';
import { databaseCodeOf } from '~/db/db.server';
import { config } from '~/config/config.server';
import type { TextKey } from '~/i18n/translate';

type Setting = { name: string; setting: string | null };

/** `insufficient_privilege` (PostgreSQL, appendix A). */
const mayNotRead = '42501';

/**
 * Says why a database server of one's own archives no log although WAL_ARCHIVE is set; null where it
 * does, or where the account may not read its settings.
 * @param query asks the server
 */
export async function findArchivingOff(
  query: (text: string) => Promise<{ rows: Setting[] }>,
): Promise<TextKey | null> {
  const { databaseUrl, backup } = config();
  if (!databaseUrl || !backup.walArchive) return null;
  // The view leaves out what the account may not read.
  const settings = await query(
    `select name, setting from pg_settings
      where name in ('archive_mode', 'archive_command', 'archive_library')`,
  ).catch((error: unknown) => {
    if (databaseCodeOf(error) === mayNotRead) return { rows: [] };
    throw error;
  });
  const found = new Map(settings.rows.map(({ name, setting }) => [name, setting]));
  if (found.get('archive_mode') === 'off') return 'health.backup.archive-mode';
  const command = found.get('archive_command');
  const isUnset = command === '' || command === '(disabled)';
  return isUnset && !found.get('archive_library') ? 'health.backup.archive-command' : null;
}

/** The same for a command that opens no database; null as well where the server does not answer. */
export async function askArchivingOff(): Promise<TextKey | null> {
  const client = new Client({
    connectionString: config().databaseUrl,
    connectionTimeoutMillis: 3_000,
  });
  client.on('error', () => undefined);
  try {
    return await findArchivingOff(async (text) => {
      await client.connect();
      return client.query(text);
    });
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
