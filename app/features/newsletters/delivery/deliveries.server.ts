import { and, eq, inArray, sql } from 'drizzle-orm';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { isAddressGone } from './delivery-status';
import type { MailingList } from '~/lib/mailing-lists';
import { publish } from '~/platform/live.server';
import { endMails } from './bounces.server';
import { type JournalEntry, readJournal, removeJournal } from './handover-journal.server';

const { newsletterDeliveries, newsletters, subscriptions } = schema;

export type DeliveryState = (typeof newsletterDeliveries.state.enumValues)[number];

/** A delivery that one sender has taken, with what it needs. */
export type Claimed = {
  id: string;
  newsletterId: string;
  email: string;
  subscriptionId: string;
  list: MailingList;
  subject: string;
  html: string;
  text: string;
};

export const liveTopic = (newsletterId: string) => `newsletter/${newsletterId}`;

/** After so many refusals "for now" an address is given up. */
const maxAttempts = 12;

/**
 * Takes the next address that is due for a sender. Who has left the list meanwhile is passed over.
 * @returns null when nothing is due
 */
export async function claimDelivery(sender: string): Promise<Claimed | null> {
  for (;;) {
    const claimed = await transaction((tx) => claimOne(tx, sender));
    if (claimed !== 'skipped') return claimed;
  }
}

async function claimOne(tx: Transaction, sender: string): Promise<Claimed | 'skipped' | null> {
  const [row] = await tx
    .select({ delivery: newsletterDeliveries, newsletter: newsletters })
    .from(newsletterDeliveries)
    .innerJoin(newsletters, eq(newsletters.id, newsletterDeliveries.newsletterId))
    .where(
      and(
        eq(newsletterDeliveries.state, 'waiting'),
        sql`${newsletterDeliveries.nextAt} <= now()`,
        eq(newsletters.status, 'sending'),
      ),
    )
    .orderBy(newsletterDeliveries.nextAt, newsletterDeliveries.id)
    .limit(1)
    .for('update', { of: newsletterDeliveries, skipLocked: true });
  if (!row) return null;
  const { delivery, newsletter } = row;
  const [subscription] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.email, delivery.email),
        eq(subscriptions.status, 'active'),
        sql`${newsletter.list} = any(${subscriptions.lists})`,
      ),
    );
  await tx
    .update(newsletterDeliveries)
    .set(
      subscription
        ? { state: 'sending', sender, attempts: delivery.attempts + 1 }
        : { state: 'skipped', settledAt: new Date() },
    )
    .where(eq(newsletterDeliveries.id, delivery.id));
  if (!subscription) return 'skipped';
  const { list, subject, html, text } = newsletter;
  const { id, newsletterId, email } = delivery;
  return {
    id,
    newsletterId,
    email,
    subscriptionId: subscription.id,
    list,
    subject,
    html: html ?? '',
    text: text ?? '',
  };
}

type Settlement = { state: 'sent' | 'refused' | 'waiting' | 'uncertain'; reply: string };

/**
 * Writes down what became of a delivery, when it is still this sender's. Put off too often, it
 * counts as refused.
 */
export async function settle(
  { sender, retrySeconds }: { sender: string; retrySeconds: number },
  { id, newsletterId, email }: Pick<Claimed, 'id' | 'newsletterId' | 'email'>,
  { state, reply }: Settlement,
): Promise<void> {
  const attempts = newsletterDeliveries.attempts;
  const isWaiting = state === 'waiting';
  await transaction(async (tx) => {
    await tx
      .update(newsletterDeliveries)
      .set({
        state: isWaiting
          ? sql`case when ${attempts} >= ${maxAttempts} then 'refused' else 'waiting' end`
          : state,
        nextAt: isWaiting
          ? sql`now() + least(${retrySeconds} * power(2, ${attempts} - 1), 21600) * interval '1 second'`
          : undefined,
        settledAt: isWaiting ? null : new Date(),
        reply: reply.slice(0, 500),
      })
      .where(
        and(
          eq(newsletterDeliveries.id, id),
          eq(newsletterDeliveries.sender, sender),
          inArray(newsletterDeliveries.state, ['sending', 'handing-over', 'uncertain']),
        ),
      );
    // Behind the code of the reply: what looks like one in its words may be an address of the network.
    const code = /(?:^|: )5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1] ?? '';
    if (state === 'refused' && isAddressGone(code)) await endMails(tx, email, code);
    await publish(tx, liveTopic(newsletterId));
  });
}

/** Gives a delivery back that was not even tried, because there is no mail server to be reached. */
export async function putBack(
  { sender, retrySeconds }: { sender: string; retrySeconds: number },
  { id }: { id: string },
  reply: string,
): Promise<void> {
  await db()
    .update(newsletterDeliveries)
    .set({
      state: 'waiting',
      attempts: sql`${newsletterDeliveries.attempts} - 1`,
      nextAt: sql`now() + ${retrySeconds} * interval '1 second'`,
      reply,
    })
    .where(
      and(
        eq(newsletterDeliveries.id, id),
        eq(newsletterDeliveries.sender, sender),
        eq(newsletterDeliveries.state, 'sending'),
      ),
    );
}

/**
 * Settles the deliveries that a dead sender left: the caller holds the sender's lock, so that
 * no other process works on them. Before the handover nothing can have arrived; afterwards the journal says
 * what is known, and what is not known is "uncertain" and never sent again by itself.
 */
export async function settleLeftovers(): Promise<void> {
  const rows = await db()
    .select({
      id: newsletterDeliveries.id,
      newsletterId: newsletterDeliveries.newsletterId,
      state: newsletterDeliveries.state,
      sender: newsletterDeliveries.sender,
    })
    .from(newsletterDeliveries)
    .where(inArray(newsletterDeliveries.state, ['sending', 'handing-over']));
  const journals = new Map<string, ReturnType<typeof readJournal>>();
  for (const row of rows) {
    const sender = row.sender ?? '';
    if (!journals.has(sender)) journals.set(sender, readJournal(sender));
    const journal = journals.get(sender) ?? null;
    const state = row.state === 'sending' ? 'waiting' : stateAfter(journal, row.id);
    await db()
      .update(newsletterDeliveries)
      .set({ state, settledAt: state === 'waiting' ? null : new Date() })
      .where(and(eq(newsletterDeliveries.id, row.id), eq(newsletterDeliveries.state, row.state)));
  }
  for (const sender of journals.keys()) removeJournal(sender);
}

function stateAfter(journal: Map<string, JournalEntry> | null, id: string): DeliveryState {
  if (!journal) return 'uncertain';
  switch (journal.get(id)) {
    // The end of the message has not been sent.
    case undefined:
    case 'not-accepted':
      return 'waiting';
    case 'accepted':
      return 'sent';
    case 'end-sent':
      return 'uncertain';
  }
}
