import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { translateIn } from '~/i18n/translations.server';
import { isJoinedByFollowing, type MailingList, mailingLists } from '~/lib/mailing-lists';
import { networkOf } from '~/lib/network-of';
import { authorise } from '~/policy/permissions';
import { queueMail } from '~/platform/mail/mail.server';
import { mayMail } from '~/platform/mail/mail-limits.server';
import { consumeUse } from '~/platform/throttle.server';
import {
  confirmAddressOf,
  hashOfLink,
  newConfirmToken,
  newSubscriptionId,
  unsubscribeAddressOf,
} from './subscription-links.server';
import { withdrawAppliedConsent } from './applied-consent.server';
import { subscriptionEmail } from './subscription.email';
import { association } from '~/platform/association.server';

const { subscriptions } = schema;
export type Subscription = typeof subscriptions.$inferSelect;

/** Version of the words of `subscribe.agree`. */
const consentWording = '2026-11';
const daysToConfirm = 7;
/** Requests from one address; a court has one for everybody. */
const addressLimit = { points: 20, duration: 3600 };

type Wanted = { email: string; list: readonly MailingList[]; language: 'en' | 'fr' | 'de' };

/**
 * Asks for a subscription. Nothing begins before the link in the mail is confirmed; the answer and
 * the work are the same whether the address is known, what differs is said by mail alone.
 * @throws AppError `error.auth/too-many-requests`
 */
export async function requestSubscription(
  actor: Actor,
  wanted: Wanted,
  clientAddress: string,
): Promise<void> {
  authorise(actor, 'subscription.request');
  const byAddress = await consumeUse('subscribe-address', addressLimit, networkOf(clientAddress));
  if (!byAddress.isWithin) throw new AppError('error.auth/too-many-requests');
  await transaction(async (tx) => {
    if (!(await mayMail(tx, 'subscription', wanted.email))) return;
    const token = newConfirmToken();
    const known = await noteRequest(tx, wanted, hashOfLink(token));
    const has = known?.status === 'active' ? known.lists : [];
    const isComplete = known !== undefined && wanted.list.every((list) => has.includes(list));
    await queueMail(tx, {
      template: isComplete ? 'subscribed-already' : 'confirm-subscription',
      recipient: wanted.email,
      userId: known?.userId ?? undefined,
      ...subscriptionEmail({
        translate: translateIn(wanted.language),
        language: wanted.language,
        site: association().shortName,
        isComplete,
        address: isComplete ? unsubscribeAddressOf(known.id) : confirmAddressOf(token),
        days: daysToConfirm,
      }),
    });
  });
}

/** Writes down what is to be confirmed. @returns the row as it was before, if there was one */
async function noteRequest(tx: Transaction, wanted: Wanted, confirmHash: string) {
  const [before] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.email, wanted.email))
    .for('update');
  const request = {
    requestedLists: [...wanted.list],
    confirmHash,
    confirmUntil: new Date(Date.now() + daysToConfirm * 24 * 3_600_000),
    updatedAt: new Date(),
  };
  await tx
    .insert(subscriptions)
    .values({
      id: newSubscriptionId(),
      email: wanted.email,
      language: wanted.language,
      consentVersion: consentWording,
      status: 'pending',
      ...request,
    })
    .onConflictDoUpdate({
      target: subscriptions.email,
      // An existing recipient keeps their language, whoever sent this form.
      set: isReceiving(before) ? request : { ...request, language: wanted.language },
    });
  return before;
}

const isReceiving = (row?: Pick<Subscription, 'status'>) =>
  row !== undefined && row.status !== 'pending' && row.status !== 'unsubscribed';

const confirmable = (token: string) =>
  and(
    eq(subscriptions.confirmHash, hashOfLink(token)),
    gt(subscriptions.confirmUntil, new Date()),
    isNotNull(subscriptions.confirmHash),
  );

/** Whether a confirmation link would still work. Changes nothing. */
export async function isSubscriptionConfirmable(actor: Actor, token: string): Promise<boolean> {
  authorise(actor, 'subscription.change');
  return (await db().$count(subscriptions, confirmable(token))) > 0;
}

/**
 * Confirms a subscription. Of several at the same moment exactly one succeeds.
 * @returns the id of the subscription
 * @throws AppError `error.auth/expired-action-code` when the link is unknown, used or over
 */
export async function confirmSubscription(actor: Actor, token: string): Promise<string> {
  authorise(actor, 'subscription.change');
  return transaction(async (tx) => {
    const [row] = await tx.select().from(subscriptions).where(confirmable(token)).for('update');
    if (!row) throw new AppError('error.auth/expired-action-code');
    const now = new Date();
    const had = row.status === 'unsubscribed' || row.status === 'pending' ? [] : row.lists;
    const lists = [...new Set([...had, ...row.requestedLists])];
    await tx
      .update(subscriptions)
      .set({
        status: 'active',
        lists,
        leftLists: row.leftLists.filter((list) => !lists.includes(list)),
        declinedLists: row.declinedLists.filter((list) => !lists.includes(list)),
        requestedLists: [],
        confirmHash: null,
        confirmUntil: null,
        confirmedAt: now,
        consentVersion: consentWording,
        bouncedAt: null,
        bounceCode: null,
        updatedAt: now,
      })
      .where(eq(subscriptions.id, row.id));
    await appendAudit(tx, actor, {
      action: 'subscription.confirm',
      target: { kind: 'subscription', id: row.userId ?? 'visitor' },
      changes: { status: { from: row.status, to: 'active' } },
    });
    return row.id;
  });
}

/** The actor's own lists and where mails stand. @throws AppError `error.not-found` for visitors */
export async function getOwnSubscription(actor: Actor) {
  authorise(actor, 'subscription.set-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const [row] = await db()
    .select({ lists: subscriptions.lists, status: subscriptions.status })
    .from(subscriptions)
    .where(eq(subscriptions.userId, actor.id));
  return { lists: row && isReceiving(row) ? row.lists : [], status: row?.status ?? null };
}

/**
 * Sets which lists the actor receives; no confirmation is needed, the address is confirmed. Following
 * something does not join the others by itself any more. Paused e-mails stay so unless resumed.
 * @throws AppError `error.not-found` for visitors
 */
export async function setOwnLists(
  actor: Actor,
  lists: readonly MailingList[],
  { isResuming = false } = {},
): Promise<void> {
  authorise(actor, 'subscription.set-own');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const declined = mailingLists.filter((list) => isJoinedByFollowing(list));
  await transaction(async (tx) => {
    const left = await writeLists(tx, actor, { lists, declined, isResuming });
    // Who never had it leaves what an application asks for as it is.
    if (left.includes('newsletter')) await withdrawAppliedConsent(tx, actor.email);
  });
}

type Person = { id: string; email: string };

type Wish = {
  lists: readonly MailingList[];
  /** Lists that following is not to join unless they are among `lists`. */
  declined?: readonly MailingList[];
  isResuming?: boolean;
};

/** @returns the lists that are left */
async function writeLists(
  tx: Transaction,
  { id: userId, email }: Person,
  { lists, declined = [], isResuming = false }: Wish,
): Promise<MailingList[]> {
  const before = await lockSubscription(tx, { id: userId, email });
  const left = before.lists.filter((list) => !lists.includes(list));
  const statusAfter = before.status === 'paused' && !isResuming ? 'paused' : 'active';
  await tx
    .update(subscriptions)
    .set({
      lists: [...lists],
      status: lists.length > 0 ? statusAfter : 'unsubscribed',
      confirmedAt: before.confirmedAt ?? new Date(),
      leftLists: [...new Set([...before.leftLists, ...left])].filter(
        (list) => !lists.includes(list),
      ),
      declinedLists: [...new Set([...before.declinedLists, ...left, ...declined])].filter(
        (list) => isJoinedByFollowing(list) && !lists.includes(list),
      ),
      leftAt: left.length > 0 ? new Date() : before.leftAt,
      bouncedAt: null,
      bounceCode: null,
      updatedAt: new Date(),
    })
    .where(eq(subscriptions.id, before.id));
  return left;
}

/** A member's subscription, made when there is none, locked for the transaction. */
async function lockSubscription(tx: Transaction, { id: userId, email }: Person) {
  // Looked for by the person first: the address may have changed at this very moment.
  const own = () =>
    tx.select().from(subscriptions).where(eq(subscriptions.userId, userId)).for('update');
  const [known] = await own();
  if (known) return known;
  await tx
    .insert(subscriptions)
    .values({
      id: newSubscriptionId(),
      email: email.toLowerCase(),
      userId,
      consentVersion: 'account',
      status: 'unsubscribed',
    })
    .onConflictDoUpdate({ target: subscriptions.email, set: { userId } });
  const [row] = await own();
  if (!row) throw new AppError('error.not-found');
  return row;
}

const isHeld = ({ status }: Pick<Subscription, 'status'>) =>
  status === 'bounced' || status === 'paused';

/** Whether a member's mails wait, to go on some time: not those of a list that is not wanted. */
export async function areMailsHeld(tx: Transaction, person: Person): Promise<boolean> {
  return isHeld(await lockSubscription(tx, person));
}

/**
 * The subscription under which a member receives what he asked for elsewhere, such as digests of
 * the forum. @returns null when the member does not want that list
 */
export async function subscriptionFor(
  tx: Transaction,
  person: Person,
  list: MailingList,
): Promise<string | null> {
  const row = await lockSubscription(tx, person);
  if (isHeld(row)) return null;
  if (row.lists.includes(list)) return row.id;
  if (row.declinedLists.includes(list)) return null;
  await writeLists(tx, person, { lists: [...row.lists, list] });
  return row.id;
}

/**
 * Subscribes a person to the main list by a consent given elsewhere, to an address confirmed there.
 * For other front doors, which authorise, inside their transaction.
 * @param consent version of the words that were agreed to, and when
 */
export async function subscribeByConsent(
  tx: Transaction,
  person: Person,
  consent: { version: string; givenAt: Date },
): Promise<void> {
  const row = await lockSubscription(tx, person);
  const lists = [...new Set([...row.lists, 'newsletter' as const])];
  await writeLists(tx, person, { lists });
  await tx
    .update(subscriptions)
    .set({ consentVersion: consent.version, requestedAt: consent.givenAt })
    .where(eq(subscriptions.id, row.id));
}

/** A member chooses again what had been left, where it is chosen (forum: following). */
export async function rejoinList(actor: Actor, list: MailingList): Promise<void> {
  authorise(actor, 'subscription.set-own');
  if (!isSignedIn(actor)) return;
  await db()
    .update(subscriptions)
    .set({ declinedLists: sql`array_remove(${subscriptions.declinedLists}, ${list})` })
    .where(eq(subscriptions.userId, actor.id));
}

export { listHeaders, unsubscribeAddressOf } from './subscription-links.server';
