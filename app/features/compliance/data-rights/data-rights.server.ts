import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { config } from '~/config/config.server';
import { type Actor, isSignedIn } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import {
  requireRemainingAdministrator,
  lockAdministrators,
  requireOwnPassword,
} from '~/features/identity/accounts/accounts.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { authorise } from '~/policy/permissions';
import { translateIn } from '~/i18n/translations.server';
import { runAll } from '~/platform/jobs/run-all';
import { queueMail } from '~/platform/mail/mail.server';
import { countOwnData, inOwnDataTurn } from '~/features/compliance/own-data/own-data-counts.server';
import type { RetentionRow } from '~/policy/retention/retention.server';
import {
  declarations,
  otherStores,
  retentionTable,
} from '~/features/compliance/retention/retention-table.server';
import { accountDeletedEmail } from './account-deleted.email';
import { association } from '~/platform/association.server';

/** A row of the retention table without its server-only parts. */
function described({ name, why, seenBy, kept, onDeletion, personal, by }: RetentionRow) {
  return { name, why, seenBy, kept, onDeletion, personal: [...personal, ...by] };
}

/** The register of processing (GDPR article 30), for administrators. */
export function getProcessingRegister(actor: Actor) {
  authorise(actor, 'data.read-register');
  return { tables: retentionTable.map(described), otherStores };
}

/** What the deletion of the actor's account would remove and what would stay, with numbers. */
export async function previewDeletion(actor: Actor) {
  authorise(actor, 'user.delete-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const held = await inOwnDataTurn(() => countOwnData(actor.id));
  const parts = held
    .filter(({ count }) => count > 0)
    .map(({ row, count }) => ({ ...described(row), count }));
  return {
    removed: parts.filter(({ onDeletion }) => onDeletion === 'removed'),
    kept: parts.filter(({ onDeletion }) => onDeletion !== 'removed'),
  };
}

/**
 * Deletes the actor's own account: what belongs to it, then the user and profile records, then the
 * account to sign in with (spec section 4), all or nothing. The person gets a confirmation by mail.
 * The audit entry contains no name.
 * @param choice the password again, and whether what was written in the forum goes as well
 * @throws AppError `error.auth/wrong-password`, `error.auth/too-many-requests`,
 *   `error.last-administrator`
 */
export async function deleteOwnAccount(
  actor: Actor,
  { password, removeComments }: { password: string; removeComments: boolean },
): Promise<void> {
  authorise(actor, 'user.delete-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  await requireOwnPassword(actor, password);
  const userId = actor.id;
  await transaction(async (tx) => {
    await lockAdministrators(tx);
    const [user] = await tx
      .select({
        role: schema.users.role,
        email: schema.users.email,
        firstName: schema.users.firstName,
        lastName: schema.users.lastName,
      })
      .from(schema.users)
      .where(eq(schema.users.id, userId))
      .for('update');
    if (!user) throw new AppError('error.firestore/account-not-found');
    if (user.role !== 'USER') await requireRemainingAdministrator(tx, userId);
    for (const { beforeErasure } of declarations)
      await beforeErasure?.(tx, userId, { removeComments });
    for (const row of retentionTable) if (!row.namesStay) await anonymise(tx, row, userId);
    for (const row of retentionTable) await remove(tx, row, userId);
    await confirmDeletion(tx, user);
    await appendAudit(tx, actor, {
      action: 'user.delete-own',
      target: { kind: 'user', id: userId },
      subjectId: userId,
      changes: { role: { from: user.role } },
    });
  });
}

/** To the address that is then known no more; the outbox forgets it once the mail is sent. */
async function confirmDeletion(
  tx: Transaction,
  { email, firstName, lastName }: { email: string; firstName: string; lastName: string },
): Promise<void> {
  const content = accountDeletedEmail({
    translate: translateIn(config().languages.default),
    site: association().shortName,
    contact: association().email,
  });
  const name = `${firstName} ${lastName}`;
  await queueMail(tx, { template: 'account-deleted', recipient: email, name, ...content });
}

async function remove(tx: Transaction, row: RetentionRow, userId: string): Promise<void> {
  const goes = row.onDeletion === 'removed' || row.onDeletion === 'reduced';
  const where = goes ? row.ofPerson?.(userId) : undefined;
  if (where) await tx.delete(row.table).where(where);
}

/** Clears the person from the columns that say who did something. */
async function anonymise(tx: Transaction, row: RetentionRow, userId: string): Promise<void> {
  const columns: Record<string, PgColumn> = getTableColumns(row.table);
  for (const name of row.by) {
    const column = columns[name];
    if (!column) continue;
    const columnName = sql.identifier(column.name);
    await tx.execute(
      sql`update ${row.table} set ${columnName} = null where ${columnName} = ${userId}`,
    );
  }
}

/** Removes everything whose time is over; run by the nightly job. @returns the number of rows */
export async function executeRetention(): Promise<number> {
  const due = retentionTable.filter(
    (row): row is RetentionRow & { expired: SQL } => row.expired !== undefined,
  );
  let removed = 0;
  await runAll(
    due.map((row) => async () => {
      const { rowCount } = await db().delete(row.table).where(row.expired);
      removed += rowCount ?? 0;
    }),
  );
  return removed;
}

/** Removes everything whose time is over at once, outside the night. @returns the number of rows */
export async function runRetention(actor: Actor): Promise<number> {
  authorise(actor, 'retention.run');
  const removed = await executeRetention();
  await transaction((tx) =>
    appendAudit(tx, actor, {
      action: 'retention.run',
      target: { kind: 'retention', id: 'all' },
      changes: { rows: { to: removed } },
    }),
  );
  return removed;
}
