import { sql } from 'drizzle-orm';
import { transaction } from '~/db/db.server';

/** Does what nobody can do through the application. */
export async function tamperWithAudit(statement: ReturnType<typeof sql>): Promise<void> {
  await transaction(async (tx) => {
    await tx.execute(sql`grant update, delete, truncate on audit_entries to current_user`);
    await tx.execute(sql`alter table audit_entries disable trigger user`);
    await tx.execute(statement);
    await tx.execute(sql`alter table audit_entries enable trigger user`);
    await tx.execute(sql`revoke update, delete, truncate on audit_entries from current_user`);
  });
}
