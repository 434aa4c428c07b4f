import { and, inArray, notInArray, sql } from 'drizzle-orm';
import { schema, type Transaction } from '~/db/db.server';
import { holdNewsletters } from '~/features/newsletters/newsletters.server';
import type { Say } from '~/features/operations/backup/store/backup-format.server';
import type { Actor } from '~/policy/actor';
import { erasedOnceSent } from '~/platform/mail/mail.server';

const { mails } = schema;

/** Of what is brought back so soon, as when a site moves, the waiting mails are sent. */
const freshMinutes = 60;

/** Why such a mail is not sent; the outbox shows it. */
const probablySent = 'Waited at the moment that was brought back, and was probably sent since';

/**
 * Sees to it that what a site has probably sent after the moment to which its database was brought back
 * is not sent a second time: newsletters wait for a person, and waiting mails are given up unless the
 * moment is a fresh one.
 * @param asOf the moment; null for the end of the log, after which nothing was sent
 */
export async function holdWhatWasSent(
  actor: Actor,
  tx: Transaction,
  { asOf, say }: { asOf: Date | null; say: Say },
): Promise<void> {
  const { takenBack, paused } = await holdNewsletters(actor, tx);
  if (takenBack + paused > 0)
    say(
      `${takenBack} newsletters that were due are drafts again, ${paused} are paused: look in the log of the mail server ` +
        'whether they were sent since, before you schedule or resume one.',
    );
  if (!asOf || Date.now() - asOf.getTime() < freshMinutes * 60_000) return;
  const given = await giveUpWaitingMails(tx);
  if (given > 0)
    say(`${given} waiting mails are not sent, since they probably were: the outbox shows them.`);
}

/** Without words a mail is never delivered, whichever job asks for it. */
async function giveUpWaitingMails(tx: Transaction): Promise<number> {
  const isWaiting = and(inArray(mails.state, ['queued', 'failed']), sql`${mails.text} <> ''`);
  const given = await tx
    .update(mails)
    .set({ state: 'failed', lastError: probablySent, html: '', text: '' })
    .where(and(isWaiting, notInArray(mails.template, [...erasedOnceSent])))
    .returning({ id: mails.id });
  // The outbox keeps no trace of whose account is gone.
  const erased = await tx
    .delete(mails)
    .where(and(isWaiting, inArray(mails.template, [...erasedOnceSent])))
    .returning({ id: mails.id });
  return given.length + erased.length;
}
