import { lendAuditLog, takeAuditLog } from '~/db/audit-owner.server';
import {
  findSchemaVersion,
  migrateDatabase,
  ownSchemaVersion,
  requireKnownSchema,
} from '~/db/migrate.server';
import type { EmbeddedPostgresConnection } from '~/platform/embedded-postgres/embedded-postgres.server';
import { asSuperuser } from '~/platform/embedded-postgres/postgres-server.server';

/**
 * Brings the embedded database, which is open, to the newest schema. The table of the audit log belongs
 * to a role of its own, except while its schema may change.
 * @throws Refusal when a later release has already migrated it
 */
export async function migrateEmbedded({
  host,
  user,
  database,
}: EmbeddedPostgresConnection): Promise<void> {
  await requireKnownSchema();
  const found = await findSchemaVersion();
  const isCurrent = found?.hash === (await ownSchemaVersion()).hash;
  if (!isCurrent) await asSuperuser(host, (client) => lendAuditLog(client, user), database);
  await migrateDatabase();
  await asSuperuser(host, (client) => takeAuditLog(client, user), database);
}
