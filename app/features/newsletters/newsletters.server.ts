import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit, type AuditAction } from '~/features/identity/audit/audit.server';
import { isUuid } from '~/lib/is-uuid';
import { newId } from '~/lib/new-id';
import { authorise } from '~/policy/permissions';
import { enqueue } from '~/platform/jobs/job-queue.server';
import { publish } from '~/platform/live.server';
import {
  countDeliveries,
  type Newsletter,
  recipientsOf,
} from '~/features/newsletters/delivery/newsletter-starts.server';
import { liveTopic } from '~/features/newsletters/delivery/deliveries.server';
import {
  isEmptyNewsletter,
  listChoices,
  printNewsletter,
} from '~/features/newsletters/composing/newsletter-content.server';
import { newsletterTest } from '~/features/newsletters/composing/newsletter-test.server';
import {
  newsletterDraftPlace,
  type NewsletterInput,
  type SentNewsletter,
  type NewsletterStep,
} from './newsletter-schemas';
import { clearDraft, rebaseDraft } from '~/features/writing/drafts/drafts.server';
import { renderedColumns } from '~/features/writing/rendered-texts/rendered-texts.server';
import { sendNewsletters } from '~/features/newsletters/delivery/send-newsletters.job.server';

const { newsletterDeliveries, newsletters, subscriptions } = schema;

/** @throws AppError `error.not-found` */
export async function getNewsletter(actor: Actor, id: string): Promise<Newsletter> {
  authorise(actor, 'newsletter.manage');
  const [row] = isUuid(id)
    ? await db().select().from(newsletters).where(eq(newsletters.id, id))
    : [];
  if (!row) throw new AppError('error.not-found');
  return row;
}

/**
 * Publications that a newsletter may include, those it has chosen by their present addresses, and those
 * chosen that are over, cancelled or no longer public.
 */
export async function listNewsletterChoices(
  actor: Actor,
  newsletter: Pick<Newsletter, 'language' | 'items'>,
) {
  authorise(actor, 'newsletter.manage');
  return listChoices(newsletter);
}

/**
 * How many drafts were due and were not sent: nothing was left in them, nobody would have received
 * them, or a backup was restored.
 */
export async function countNotSent(actor: Actor): Promise<number> {
  authorise(actor, 'newsletter.manage');
  const isLate = lte(newsletters.sendAt, new Date());
  return db().$count(newsletters, and(eq(newsletters.status, 'draft'), isLate));
}

/** How many would receive it now. */
export async function countRecipients(
  actor: Actor,
  newsletter: Pick<Newsletter, 'list' | 'language' | 'onlyLanguage'>,
): Promise<number> {
  authorise(actor, 'newsletter.manage');
  return db().$count(subscriptions, recipientsOf(newsletter));
}

/**
 * Writes a draft, a new one when `id` is null. The same form sent twice makes one.
 * @returns its id
 * @throws AppError `error.not-found`, `error.changed-meanwhile` when someone else has changed it,
 *   it is no draft any more, or its form has made another text already
 */
export async function saveNewsletter(
  actor: Actor,
  id: string | null,
  { version, id: idOfForm = newId(), writtenFor = null, ...input }: SentNewsletter,
): Promise<string> {
  authorise(actor, 'newsletter.manage');
  const fields = { ...input, ...renderedColumns(input.body) };
  if (id === null) {
    return transaction(async (tx) => {
      const by = { createdBy: actor.id, updatedBy: actor.id };
      const [made] = await tx
        .insert(newsletters)
        .values({ id: idOfForm, ...fields, ...by })
        .onConflictDoNothing()
        .returning({ id: newsletters.id });
      if (actor.id) await clearDraft(tx, actor.id, newsletterDraftPlace(writtenFor));
      if (!made) return sameNewsletter(tx, actor, { id: idOfForm, ...input });
      await note(tx, actor, { id: made.id, action: 'newsletter.create' });
      return made.id;
    });
  }
  await getNewsletter(actor, id);
  const by = { updatedAt: new Date(), updatedBy: actor.id };
  return transaction(async (tx) => {
    const [saved] = await tx
      .update(newsletters)
      .set({ ...fields, sendAt: null, ...by, version: version + 1 })
      .where(isVersion(id, version, ['draft']))
      .returning({ id: newsletters.id });
    if (!saved) throw new AppError('error.changed-meanwhile');
    if (actor.id) await clearDraft(tx, actor.id, newsletterDraftPlace(id));
    return id;
  });
}

type Made = Omit<NewsletterInput, 'version'> & { id: string };

/** The actor's draft that the same form has made already, with the same words. */
async function sameNewsletter(tx: Transaction, actor: Actor, sent: Made): Promise<string> {
  const [made] = await tx.select().from(newsletters).where(eq(newsletters.id, sent.id));
  if (!made || made.createdBy !== actor.id) throw new AppError('error.invalid-input');
  // Of a page one has gone back to: what it has become meanwhile is not lost, nor what is typed.
  const stored: unknown = JSON.parse(JSON.stringify(sent));
  const { subject, language, list, onlyLanguage, inArchive, items, body } = made;
  const now = { id: made.id, subject, language, list, onlyLanguage, inArchive, items, body };
  if (!isDeepStrictEqual(now, stored)) throw new AppError('error.changed-meanwhile');
  return made.id;
}

type Status = Newsletter['status'];

const isVersion = (id: string, version: number, statuses: Status[]) =>
  and(
    eq(newsletters.id, id),
    eq(newsletters.version, version),
    inArray(newsletters.status, statuses),
  );

type Noted = { id: string; action: AuditAction; from?: Status; to?: Status };

async function note(tx: Transaction, actor: Actor, { id, action, from, to }: Noted): Promise<void> {
  await appendAudit(tx, actor, {
    action,
    target: { kind: 'newsletter', id },
    changes: to ? { status: { from: from ?? null, to } } : undefined,
  });
}

/**
 * Schedules a draft; the moment may be now.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`, `error.newsletter.empty`,
 *   `error.newsletter.no-recipients` when it would be sent now
 */
export async function scheduleNewsletter(
  actor: Actor,
  id: string,
  { version, sendAt }: { version: number; sendAt: Date },
): Promise<void> {
  authorise(actor, 'newsletter.manage');
  const newsletter = await getNewsletter(actor, id);
  if (await isEmptyNewsletter(newsletter)) throw new AppError('error.newsletter.empty');
  if (sendAt <= new Date() && (await countRecipients(actor, newsletter)) === 0)
    throw new AppError('error.newsletter.no-recipients');
  await step(actor, { id, version, from: ['draft'], to: 'scheduled', sendAt });
}

const steps = {
  cancel: { from: ['scheduled'], to: 'draft' },
  pause: { from: ['sending'], to: 'paused' },
  resume: { from: ['paused'], to: 'sending' },
} as const;

/**
 * Takes a scheduled one back, pauses or resumes the sending, deletes a draft or sends a test to
 * the actor's own address.
 * @throws AppError `error.not-found`, `error.changed-meanwhile`
 */
export async function takeNewsletterStep(
  actor: Actor,
  id: string,
  { intent, version }: { intent: NewsletterStep; version: number },
): Promise<void> {
  authorise(actor, 'newsletter.manage');
  if (intent === 'test') return sendTest(actor, id, version);
  if (intent === 'delete') return deleteDraft(actor, id, version);
  const { from, to } = steps[intent];
  return step(actor, { id, version, from: [...from], to });
}

/**
 * Takes back what is due and pauses what is being sent: for a database that was brought back, whose site
 * may have sent either since. Inside the transaction that brings it back.
 */
export async function holdNewsletters(actor: Actor, tx: Transaction) {
  authorise(actor, 'backup.restore');
  const isDue = and(eq(newsletters.status, 'scheduled'), lte(newsletters.sendAt, new Date()));
  const takenBack = await hold(tx, isDue, 'draft');
  const paused = await hold(tx, eq(newsletters.status, 'sending'), 'paused');
  for (const { id } of takenBack)
    await note(tx, actor, { id, action: 'newsletter.draft', from: 'scheduled', to: 'draft' });
  for (const { id } of paused)
    await note(tx, actor, { id, action: 'newsletter.paused', from: 'sending', to: 'paused' });
  return { takenBack: takenBack.length, paused: paused.length };
}

const hold = (tx: Transaction, which: SQL | undefined, status: 'draft' | 'paused') =>
  tx
    .update(newsletters)
    .set({ status, updatedAt: new Date(), version: sql`${newsletters.version} + 1` })
    .where(which)
    .returning({ id: newsletters.id });

type Step = {
  id: string;
  version: number;
  from: Status[];
  /** Only the sending job sets `sent`. */
  to: Exclude<Status, 'sent'>;
  sendAt?: Date;
};

async function step(actor: Actor, { id, version, from, to, sendAt }: Step): Promise<void> {
  const before = await getNewsletter(actor, id);
  await transaction(async (tx) => {
    const [changed] = await tx
      .update(newsletters)
      .set({
        status: to,
        sendAt: to === 'draft' ? null : sendAt,
        updatedAt: new Date(),
        updatedBy: actor.id,
        version: version + 1,
      })
      .where(isVersion(id, version, from))
      .returning({ id: newsletters.id });
    if (!changed) throw new AppError('error.changed-meanwhile');
    const draft = { userId: actor.id, place: newsletterDraftPlace(id) };
    await rebaseDraft(tx, draft, { from: version, to: version + 1, field: 'base' });
    if (to === 'scheduled' || to === 'sending') {
      await enqueue(tx, { name: sendNewsletters.name, data: {} });
    }
    await publish(tx, liveTopic(id));
    await note(tx, actor, { id, action: `newsletter.${to}`, from: before.status, to });
  });
}

async function deleteDraft(actor: Actor, id: string, version: number): Promise<void> {
  await getNewsletter(actor, id);
  await transaction(async (tx) => {
    const gone = await tx
      .delete(newsletters)
      .where(isVersion(id, version, ['draft']))
      .returning({ id: newsletters.id });
    if (gone.length === 0) throw new AppError('error.changed-meanwhile');
    if (actor.id) await clearDraft(tx, actor.id, newsletterDraftPlace(id));
    await note(tx, actor, { id, action: 'newsletter.delete' });
  });
}

/** The test is of what the page shows. */
async function sendTest(actor: Actor, id: string, version: number): Promise<void> {
  const newsletter = await getNewsletter(actor, id);
  if (newsletter.version !== version) throw new AppError('error.changed-meanwhile');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  await transaction(async (tx) => {
    await newsletterTest(tx, actor, newsletter);
    await note(tx, actor, { id, action: 'newsletter.test' });
  });
}

/** The mail as it would be now, or as it was sent. */
export async function previewNewsletter(actor: Actor, id: string) {
  authorise(actor, 'newsletter.manage');
  const newsletter = await getNewsletter(actor, id);
  const { html, text } = newsletter;
  if (html !== null && text !== null) return { newsletter, html, text };
  return { newsletter, ...(await printNewsletter(newsletter)) };
}

/** How far the sending is: numbers by state. */
export async function getProgress(actor: Actor, id: string) {
  authorise(actor, 'newsletter.manage');
  const { status, version, counts } = await getNewsletter(actor, id);
  const now = await countDeliveries(id);
  const numbers = Object.keys(now).length > 0 ? now : (counts ?? {});
  return { status, version, counts: numbers };
}

export const deliveriesPerPage = 100;

/** What became of each address, those that need someone first. */
export async function listDeliveries(actor: Actor, id: string, page = 1) {
  authorise(actor, 'newsletter.manage');
  const { state } = newsletterDeliveries;
  return db()
    .select({
      id: newsletterDeliveries.id,
      email: newsletterDeliveries.email,
      state,
      settledAt: newsletterDeliveries.settledAt,
      attempts: newsletterDeliveries.attempts,
      reply: newsletterDeliveries.reply,
    })
    .from(newsletterDeliveries)
    .where(eq(newsletterDeliveries.newsletterId, id))
    .orderBy(
      sql`${state} not in ('uncertain', 'refused', 'bounced')`,
      sql`${state} in ('sent', 'kept')`,
      newsletterDeliveries.email,
    )
    .limit(deliveriesPerPage)
    .offset((page - 1) * deliveriesPerPage);
}

/**
 * Sends once more to an address that was refused, or of which it is not known whether the mail
 * arrived: the decision of a person, never of the program.
 * @throws AppError `error.changed-meanwhile` when it is neither
 */
export async function sendAgain(actor: Actor, id: string, deliveryId: string): Promise<void> {
  authorise(actor, 'newsletter.manage');
  await transaction(async (tx) => {
    const changed = await tx
      .update(newsletterDeliveries)
      .set({ state: 'waiting', attempts: 0, nextAt: new Date(), settledAt: null, sender: null })
      .where(
        and(
          eq(newsletterDeliveries.id, deliveryId),
          eq(newsletterDeliveries.newsletterId, id),
          inArray(newsletterDeliveries.state, ['refused', 'uncertain']),
        ),
      )
      .returning({ id: newsletterDeliveries.id });
    if (changed.length === 0) throw new AppError('error.changed-meanwhile');
    await tx
      .update(newsletters)
      .set({ status: 'sending', version: sql`${newsletters.version} + 1` })
      .where(and(eq(newsletters.id, id), eq(newsletters.status, 'sent')));
    await enqueue(tx, { name: sendNewsletters.name, data: {} });
    await publish(tx, liveTopic(id));
    await note(tx, actor, { id, action: 'newsletter.send-again' });
  });
}
