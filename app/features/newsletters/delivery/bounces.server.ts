import { and, desc, eq, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { type DeliveryStatus, isAddressGone, readDeliveryStatus } from './delivery-status';
import { isUuid } from '~/lib/is-uuid';
import { authorise } from '~/policy/permissions';

const { newsletterDeliveries, subscriptions } = schema;

/** How many of each state there are, and whose mails came back. */
export async function getSubscriptionFigures(actor: Actor) {
  authorise(actor, 'subscription.manage');
  const figures = await db()
    .select({ status: subscriptions.status, count: sql<number>`count(*)::int` })
    .from(subscriptions)
    .groupBy(subscriptions.status);
  const bounced = await db()
    .select({
      email: subscriptions.email,
      bouncedAt: subscriptions.bouncedAt,
      bounceCode: subscriptions.bounceCode,
    })
    .from(subscriptions)
    .where(eq(subscriptions.status, 'bounced'))
    .orderBy(desc(subscriptions.bouncedAt))
    .limit(500);
  return { figures, bounced };
}

export type BounceImport = { mails: number; reports: number; ended: number };

/**
 * Reads mails that mail servers sent back. An address that does not exist any more gets no further
 * mails; what speaks of the message or of a full mailbox is only noted with its newsletter.
 * @param sources whole mails
 * @param isFromAnybody unverified input: only reports that name the very message count
 */
export async function importBounces(
  actor: Actor,
  sources: readonly string[],
  { isFromAnybody = false } = {},
): Promise<BounceImport> {
  authorise(actor, 'subscription.manage');
  return transaction(async (tx) => {
    const result = { mails: sources.length, reports: 0, ended: 0 };
    for (const report of sources.flatMap(readDeliveryStatus)) {
      if (report.action !== 'failed') continue;
      if (isFromAnybody && !isUuid(mailOf(report))) continue;
      const isOurs = await noteBounce(tx, report);
      if (!isOurs) continue;
      result.reports += 1;
      if (isAddressGone(report.status) && (await endMails(tx, report.recipient, report.status))) {
        result.ended += 1;
      }
    }
    // Anybody can write to the mailbox: what reports nothing leaves no trace either.
    if (isFromAnybody && result.reports === 0) return result;
    await appendAudit(tx, actor, {
      action: 'subscription.import-bounces',
      target: { kind: 'subscription', id: 'all' },
      changes: { reports: { to: result.reports }, ended: { to: result.ended } },
    });
    return result;
  });
}

/** The id of the delivery, which is in the Message-ID of its mail. */
const mailOf = ({ messageId }: DeliveryStatus) => messageId?.split('@', 1)[0];

/** @returns whether a newsletter was sent to this address: nothing else may end its mails */
async function noteBounce(tx: Transaction, report: DeliveryStatus): Promise<boolean> {
  const id = mailOf(report);
  const found = await tx
    .update(newsletterDeliveries)
    .set({ state: 'bounced', reply: report.status })
    .where(
      and(
        eq(newsletterDeliveries.email, report.recipient),
        isUuid(id)
          ? eq(newsletterDeliveries.id, id)
          : sql`${newsletterDeliveries.id} = (select id from newsletter_deliveries
              where email = ${report.recipient} order by created_at desc limit 1)`,
        sql`${newsletterDeliveries.state} in ('sent', 'uncertain', 'bounced')`,
      ),
    )
    .returning({ id: newsletterDeliveries.id });
  return found.length > 0;
}

/** No further mails to an address that does not exist. @returns whether there were any */
export async function endMails(tx: Transaction, email: string, code: string): Promise<boolean> {
  const now = new Date();
  const ended = await tx
    .update(subscriptions)
    .set({ status: 'bounced', bouncedAt: now, bounceCode: code, updatedAt: now })
    .where(and(eq(subscriptions.email, email), eq(subscriptions.status, 'active')))
    .returning({ id: subscriptions.id });
  return ended.length > 0;
}

/**
 * Sends mails again to an address whose mails had come back.
 * @throws AppError `error.changed-meanwhile` when they do not rest for that reason
 */
export async function undoBounce(actor: Actor, email: string): Promise<void> {
  authorise(actor, 'subscription.manage');
  await transaction(async (tx) => {
    const [row] = await tx
      .update(subscriptions)
      .set({ status: 'active', bouncedAt: null, bounceCode: null, updatedAt: new Date() })
      .where(and(eq(subscriptions.email, email), eq(subscriptions.status, 'bounced')))
      .returning({ userId: subscriptions.userId });
    if (!row) throw new AppError('error.changed-meanwhile');
    await appendAudit(tx, actor, {
      action: 'subscription.undo-bounce',
      target: { kind: 'subscription', id: row.userId ?? 'visitor' },
      subjectId: row.userId ?? undefined,
    });
  });
}
