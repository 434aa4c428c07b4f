import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';

const { mails } = schema;

/** Tables of what signs in, or moves an account: whoever has a backup is not to have any of it. */
const withoutRows: ReadonlySet<string> = new Set([
  'sign_in_sessions',
  'sign_in_verifications',
  'one_time_tokens',
  'email_changes',
]);

/** Whether nothing of a table goes into a backup but its columns. */
export const isLeftOut = (table: string): boolean => withoutRows.has(table);

/** Ends what signs in or moves an account. */
export async function forgetWhatSignsIn(tx: Transaction): Promise<void> {
  for (const table of withoutRows) {
    // The link with which a decision of the moderation is appealed stays: it serves for that alone.
    const which = table === 'one_time_tokens' ? sql`purpose <> 'appeal'` : sql`true`;
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${which}`);
  }
}

/** The secret of a link: 128 bits in base 64 have 22 characters, an id (UUID) has 36 and is none. */
const secretOfLink = '[A-Za-z0-9_-]{40,}';
const bodies: ReadonlySet<string> = new Set(['html', 'text']);

/** What a column of a table is in a backup: of a mail with a link that opens something, no words. */
export function backedUp(table: string, column: string): SQL {
  const name = sql.identifier(column);
  if (table !== 'mails' || !bodies.has(column)) return sql`${name}`;
  return sql`case when html ~ ${secretOfLink} or text ~ ${secretOfLink} then '' else ${name} end as ${name}`;
}

/** Why such a mail is not sent after a restore or a recovery; the outbox shows it. */
const linksAreGone = 'Its links no longer work: send a new one';

/**
 * Mails that waited, and whose words no backup has, are not sent after a restore. For the restore,
 * inside its transaction.
 * @returns how many
 */
export const giveUpEmptyMails = (tx: Transaction): Promise<number> =>
  giveUp(tx, eq(mails.text, ''));

/** Mails whose links `forgetWhatSignsIn` ends; of all others they go on working. */
const mailsToSignIn = ['invitation', 'confirm-email', 'reset-password', 'email-change'];

/**
 * Mails that waited to be sent and whose links no longer sign in are not sent: nobody could use them. In
 * the transaction of `forgetWhatSignsIn`.
 * @returns how many
 */
export const giveUpMailsToSignIn = (tx: Transaction): Promise<number> =>
  giveUp(tx, inArray(mails.template, mailsToSignIn));

async function giveUp(tx: Transaction, which: SQL): Promise<number> {
  const given = await tx
    .update(mails)
    .set({ state: 'failed', lastError: linksAreGone, html: '', text: '' })
    .where(and(which, ne(mails.state, 'sent')))
    .returning({ id: mails.id });
  return given.length;
}
