import { desc, eq } from 'drizzle-orm';
import type { Actor } from '~/actor';
import { db, schema } from '~/db/db.server';
import { AppError } from '~/errors';
import { authorise } from '~/permissions';

const { mails } = schema;

const shownMails = 200;

/**
 * The newest mails of the outbox, without their bodies. For DEV: mails hold links that sign in.
 * @throws AppError `error.not-found`
 */
export async function listOutbox(actor: Actor) {
  authorise(actor, 'outbox.read');
  return db()
    .select({
      id: mails.id,
      createdAt: mails.createdAt,
      template: mails.template,
      recipient: mails.recipient,
      subject: mails.subject,
      state: mails.state,
      lastError: mails.lastError,
    })
    .from(mails)
    .orderBy(desc(mails.createdAt))
    .limit(shownMails);
}

/** One mail of the outbox. @throws AppError `error.not-found` */
export async function getOutboxMail(actor: Actor, id: string) {
  authorise(actor, 'outbox.read');
  const [mail] = await db().select().from(mails).where(eq(mails.id, id));
  if (!mail) throw new AppError('error.not-found');
  return mail;
}

/** How many mails could not be sent so far, for the administration. */
export async function countFailedMails(actor: Actor): Promise<number> {
  authorise(actor, 'administration.read');
  return db().$count(mails, eq(mails.state, 'failed'));
}
