import { and, eq, lte, notExists, sql } from 'drizzle-orm';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { newId } from '~/lib/new-id';
import { publish } from '~/platform/live.server';
import { invalidateTags } from '~/platform/page-invalidation.server';
import { liveTopic } from './deliveries.server';
import {
  hasWords,
  printNewsletter,
} from '~/features/newsletters/composing/newsletter-content.server';

const { newsletterDeliveries, newsletters, subscriptions } = schema;

export type Newsletter = typeof newsletters.$inferSelect;

/** Who receives a newsletter if it is sent now. */
export const recipientsOf = ({
  list,
  language,
  onlyLanguage,
}: Pick<Newsletter, 'list' | 'language' | 'onlyLanguage'>) =>
  and(
    eq(subscriptions.status, 'active'),
    sql`${list} = any(${subscriptions.lists})`,
    onlyLanguage ? eq(subscriptions.language, language) : undefined,
  );

/**
 * Begins the sending of those whose time has come: prints them and writes down the addresses. What has
 * nothing in it any more, or no recipients, is a draft again, with the time at which it was due.
 */
export async function startDueNewsletters(): Promise<void> {
  const due = await db()
    .select()
    .from(newsletters)
    .where(and(eq(newsletters.status, 'scheduled'), lte(newsletters.sendAt, new Date())));
  for (const newsletter of due) {
    const printed = await printNewsletter(newsletter);
    const isEmpty = printed.printed.length === 0 && !hasWords(newsletter);
    await transaction((tx) => (isEmpty ? putBack(tx, newsletter) : start(tx, newsletter, printed)));
  }
}

/** As it was when its time came: neither cancelled nor changed at this very moment. */
const isDue = ({ id, version }: Newsletter) =>
  and(
    eq(newsletters.id, id),
    eq(newsletters.version, version),
    eq(newsletters.status, 'scheduled'),
  );

async function putBack(tx: Transaction, newsletter: Newsletter): Promise<void> {
  const { id, version } = newsletter;
  const [changed] = await tx
    .update(newsletters)
    .set({ status: 'draft', version: version + 1 })
    .where(isDue(newsletter))
    .returning({ id: newsletters.id });
  if (!changed) return;
  await publish(tx, liveTopic(id));
  await appendAudit(
    tx,
    { job: 'send-newsletters' },
    {
      action: 'newsletter.draft',
      target: { kind: 'newsletter', id },
      changes: { status: { from: 'scheduled', to: 'draft' } },
    },
  );
}

async function start(
  tx: Transaction,
  newsletter: Newsletter,
  printed: Awaited<ReturnType<typeof printNewsletter>>,
): Promise<void> {
  const { id, version } = newsletter;
  const recipients = await tx
    .select({ subscriptionId: subscriptions.id, email: subscriptions.email })
    .from(subscriptions)
    .where(recipientsOf(newsletter));
  if (recipients.length === 0) return putBack(tx, newsletter);
  const [started] = await tx
    .update(newsletters)
    .set({ ...printed, status: 'sending', startedAt: new Date(), version: version + 1 })
    .where(isDue(newsletter))
    .returning({ id: newsletters.id });
  if (!started) return;
  const most = 5_000;
  for (let from = 0; from < recipients.length; from += most) {
    await tx
      .insert(newsletterDeliveries)
      .values(
        recipients
          .slice(from, from + most)
          .map((recipient) => ({ ...recipient, id: newId(), newsletterId: id })),
      )
      .onConflictDoNothing();
  }
  await publish(tx, liveTopic(id));
  await appendAudit(
    tx,
    { job: 'send-newsletters' },
    {
      action: 'newsletter.start',
      target: { kind: 'newsletter', id },
      changes: { recipients: { to: recipients.length } },
    },
  );
}

/** Numbers of deliveries by their state. */
export async function countDeliveries(newsletterId: string): Promise<Record<string, number>> {
  const rows = await db()
    .select({ state: newsletterDeliveries.state, count: sql<number>`count(*)::int` })
    .from(newsletterDeliveries)
    .where(eq(newsletterDeliveries.newsletterId, newsletterId))
    .groupBy(newsletterDeliveries.state);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Closes those of which nothing is open, and shows them in the archive. */
export async function finishNewsletters(): Promise<void> {
  const open = db()
    .select({ one: sql`1` })
    .from(newsletterDeliveries)
    .where(
      and(
        eq(newsletterDeliveries.newsletterId, newsletters.id),
        sql`${newsletterDeliveries.state} in ('waiting', 'sending', 'handing-over')`,
      ),
    );
  const finished = await db()
    .select({ id: newsletters.id })
    .from(newsletters)
    .where(and(eq(newsletters.status, 'sending'), notExists(open)));
  for (const { id } of finished) {
    const counts = await countDeliveries(id);
    await transaction(async (tx) => {
      await tx
        .update(newsletters)
        .set({
          status: 'sent',
          counts,
          finishedAt: sql`coalesce(${newsletters.finishedAt}, ${new Date()})`,
        })
        .where(and(eq(newsletters.id, id), eq(newsletters.status, 'sending')));
      await publish(tx, liveTopic(id));
      await invalidateTags(tx, 'newsletters');
      await appendAudit(
        tx,
        { job: 'send-newsletters' },
        { action: 'newsletter.finish', target: { kind: 'newsletter', id } },
      );
    });
  }
}
