import type { Client } from 'pg';

/** Owns the table of the audit log; nobody signs in as it. */
const auditRole = 'association_audit';

const asked = `select pg_get_userbyid(relowner)::text as owner from pg_class
  where oid = to_regclass('public.audit_entries')`;

/**
 * Takes the audit log away from the role of the site, which may then read it and add to it and nothing
 * else: it can neither disable the triggers nor grant itself more. Can be repeated.
 * @param client with all rights, in the database of the site
 */
export async function takeAuditLog(client: Client, siteRole: string): Promise<void> {
  const { rows } = await client.query<{ owner: string }>(asked);
  if (!rows[0] || rows[0].owner === auditRole) return;
  const site = client.escapeIdentifier(siteRole);
  await client.query('begin');
  await client.query(`do $$ begin create role ${auditRole} nologin;
    exception when duplicate_object then null; end $$`);
  await client.query(`alter table audit_entries owner to ${auditRole}`);
  await client.query(`alter function refuse_audit_change() owner to ${auditRole}`);
  await client.query(`grant select, insert on audit_entries to ${site}`);
  await client.query('commit');
}

/** Gives it back, for migrations; they run as the role of the site. */
export async function lendAuditLog(client: Client, siteRole: string): Promise<void> {
  const { rows } = await client.query<{ owner: string }>(asked);
  if (rows[0]?.owner !== auditRole) return;
  const site = client.escapeIdentifier(siteRole);
  await client.query(`alter table audit_entries owner to ${site}`);
  await client.query(`alter function refuse_audit_change() owner to ${site}`);
}
