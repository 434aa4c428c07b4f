import type { SignedInActor } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { schema, type Transaction } from '~/db/db.server';
import { listHeaders } from '~/features/identity/subscriptions/subscriptions.server';
import { newId } from '~/lib/new-id';
import { enqueue } from '~/platform/jobs/job-queue.server';
import { deliverMail } from '~/platform/mail/mail.server';
import { mayMail } from '~/platform/mail/mail-limits.server';
import { addressedTo, printNewsletter } from './newsletter-content.server';
import type { Newsletter } from '~/features/newsletters/delivery/newsletter-starts.server';

/** The unsubscribe link of a test belongs to no subscription. */
const nobody = '0'.repeat(64);

/**
 * Sends a newsletter as it is now to the actor's own address, by the ordinary outbox.
 * @throws AppError `error.mail.enough`
 */
export async function newsletterTest(
  tx: Transaction,
  actor: SignedInActor,
  newsletter: Newsletter,
): Promise<void> {
  if (!(await mayMail(tx, 'newsletter-test', actor.email))) throw new AppError('error.mail.enough');
  const id = newId();
  await tx.insert(schema.mails).values({
    id,
    template: 'newsletter-test',
    recipient: actor.email,
    userId: actor.id,
    subject: newsletter.subject,
    ...addressedTo(nobody, await printNewsletter(newsletter)),
    headers: listHeaders(nobody, newsletter.list),
  });
  await enqueue(tx, { name: deliverMail.name, data: { mailId: id } });
}
