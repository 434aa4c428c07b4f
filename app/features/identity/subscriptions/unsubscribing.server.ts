import { eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { isJoinedByFollowing, type MailingList, mailingLists } from '~/lib/mailing-lists';
import { networkOf } from '~/lib/network-of';
import { authorise } from '~/policy/permissions';
import { consumeUse } from '~/platform/throttle.server';
import { withdrawAppliedConsent } from './applied-consent.server';
import { isSubscriptionId, maskedEmail } from './subscription-links.server';
import type { Subscription } from './subscriptions.server';

const { subscriptions } = schema;

/** How long leaving can be undone, in days (domain: newsletter and unsubscribe). */
const daysToUndo = 30;

/** Mail programs press for many readers from one address. */
const pressLimit = { points: 300, duration: 3600 };

export type SubscriptionView = {
  /** "m•••@c•••.example" */
  email: string;
  status: Subscription['status'];
  lists: MailingList[];
  /** What was left lately and can be taken back. */
  undo: MailingList[];
};

function canUndo(row: Subscription): boolean {
  const since = row.leftAt?.getTime() ?? 0;
  return row.leftLists.length > 0 && since > Date.now() - daysToUndo * 24 * 3_600_000;
}

/**
 * What the link of a mail leads to. Changes nothing: mail gateways follow links.
 * @returns null for an id that does not exist or cannot
 */
export async function findSubscription(actor: Actor, id: string): Promise<SubscriptionView | null> {
  authorise(actor, 'subscription.change');
  if (!isSubscriptionId(id)) return null;
  const [row] = await db().select().from(subscriptions).where(eq(subscriptions.id, id));
  if (!row) return null;
  const isOn = row.status === 'active' || row.status === 'paused' || row.status === 'bounced';
  return {
    email: maskedEmail(row.email),
    status: row.status,
    lists: isOn ? row.lists : [],
    undo: canUndo(row) ? row.leftLists : [],
  };
}

export type Press =
  | { intent: 'leave'; lists: readonly MailingList[] }
  | { intent: 'leave-all' | 'undo' | 'pause' | 'resume' };

/**
 * Does what a person, or a mail program by RFC 8058, asks for. An id that does not exist gets the
 * same answer as one for which nothing changes.
 * @returns whether what was asked for holds now: nobody receives what was never subscribed to
 * @throws AppError `error.auth/too-many-requests`
 */
export async function pressUnsubscribe(
  actor: Actor,
  { id, press, clientAddress }: { id: string; press: Press; clientAddress: string },
): Promise<boolean> {
  authorise(actor, 'subscription.change');
  const isLeaving = press.intent === 'leave' || press.intent === 'leave-all';
  const { isWithin } = await consumeUse('unsubscribe', pressLimit, networkOf(clientAddress));
  if (!isWithin) throw new AppError('error.auth/too-many-requests');
  if (!isSubscriptionId(id)) return isLeaving;
  return transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.id, id))
      .for('update');
    if (row && leavesNewsletter(press)) await withdrawAppliedConsent(tx, row.email);
    const change = row && changeOf(row, press);
    if (!row || !change) return isLeaving;
    await write(tx, { actor, row, change });
    return true;
  });
}

const leavesNewsletter = (press: Press): boolean =>
  press.intent === 'leave-all' || (press.intent === 'leave' && press.lists.includes('newsletter'));

type Change = Partial<typeof subscriptions.$inferInsert>;

/** What a press changes; null when it changes nothing. */
function changeOf(row: Subscription, press: Press): Change | null {
  switch (press.intent) {
    case 'leave':
      return leave(row, press.lists);
    case 'leave-all':
      return leave(row, mailingLists);
    case 'undo': {
      if (!canUndo(row)) return null;
      const lists = [...new Set([...row.lists, ...row.leftLists])];
      const status = row.status === 'paused' ? row.status : 'active';
      const declinedLists = row.declinedLists.filter((list) => !lists.includes(list));
      return { lists, leftLists: [], leftAt: null, declinedLists, status };
    }
    case 'pause':
      return row.status === 'active' ? { status: 'paused' } : null;
    case 'resume':
      return row.status === 'paused' ? { status: 'active' } : null;
  }
}

function leave(row: Subscription, lists: readonly MailingList[]): Change | null {
  const left = row.lists.filter((list) => lists.includes(list));
  // A digest that has not come yet would join its list (`subscriptionFor`), so that is declined too.
  const declined = lists.filter(
    (list) => isJoinedByFollowing(list) && (left.includes(list) || row.userId !== null),
  );
  const isNew = left.length > 0 || declined.some((list) => !row.declinedLists.includes(list));
  // A request that waits for its confirmation ends as well.
  const isPending = row.requestedLists.length > 0;
  if (!isNew && !isPending) return null;
  const stays = row.lists.filter((list) => !left.includes(list));
  const before = canUndo(row) ? row.leftLists : [];
  return {
    lists: stays,
    leftLists: [...new Set([...before, ...left])],
    leftAt: left.length > 0 || isPending ? new Date() : row.leftAt,
    declinedLists: [...new Set([...row.declinedLists, ...declined])],
    requestedLists: [],
    confirmHash: null,
    confirmUntil: null,
    status: stays.length > 0 ? row.status : 'unsubscribed',
  };
}

async function write(
  tx: Transaction,
  { actor, row, change }: { actor: Actor; row: Subscription; change: Change },
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ ...change, updatedAt: new Date() })
    .where(eq(subscriptions.id, row.id));
  await appendAudit(tx, actor, {
    action: 'subscription.change',
    // The id itself opens the subscription, so that the log must not have it.
    target: { kind: 'subscription', id: row.userId ?? 'visitor' },
    subjectId: row.userId ?? undefined,
    changes: {
      status: { from: row.status, to: change.status ?? row.status },
      lists: { from: row.lists.join(' '), to: (change.lists ?? row.lists).join(' ') },
    },
  });
}
