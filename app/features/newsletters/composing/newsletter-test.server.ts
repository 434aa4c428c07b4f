import type { SignedInActor } from '~/policy/actor';
import { schema, type Transaction } from '~/db/db.server';
import { listHeaders } from '~/features/identity/subscriptions/subscriptions.server';
import { newId } from '~/lib/new-id';
import { enqueue } from '~/platform/jobs/job-queue.server';
import { deliverMail } from '~/platform/mail/mail.server';
import { addressedTo, printNewsletter } from './newsletter-content.server';
import type { Newsletter } from '~/features/newsletters/delivery/newsletter-starts.server';

/** The unsubscribe link of a test belongs to no subscription. */
const nobody = '0'.repeat(64);

/** Sends a newsletter as it is now to the actor's own address, by the ordinary outbox. */
export async function newsletterTest(
  tx: Transaction,
  actor: SignedInActor,
  newsletter: Newsletter,
): Promise<void> {
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
