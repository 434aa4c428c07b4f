import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { sortedBy } from '~/db/sorted-by.server';
import { hasTypedWords } from '~/db/typed-words.server';
import { AppError } from '~/policy/errors';
import { authorise } from '~/policy/permissions';
import { noteSecurityEvent } from '~/platform/security-events.server';
import { sendTestMail } from '~/platform/mail/test-mail.server';
import { readPage, type Sorting, sortingOf } from '~/ui/data-table/table-query';
import { pageNumber } from '~/ui/page-number';
import { consumeUse } from '~/platform/throttle.server';

const { flaggedComments, flags, mails } = schema;

/**
 * Leaves out what would tell the author of a flagged comment who flagged it, as the audit log does:
 * the outcome sent to those who did, and what leads others to the review.
 */
function isNotOfOwnReview(actor: Actor): SQL | undefined {
  if (!isSignedIn(actor)) return undefined;
  return sql`(${mails.template} not like 'moderation-%' or ${mails.userId} = ${actor.id} or not exists (
    select from ${flaggedComments}
    left join ${flags} on ${flags.flaggedCommentId} = ${flaggedComments.id}
    where ${flaggedComments.authorId} = ${actor.id}
      and (strpos(${mails.text}, ${flaggedComments.id}::text) > 0
        or (${mails.template} = 'moderation-outcome' and ${flags.reporterId} = ${mails.userId}))))`;
}

const outboxSortings = ['written', 'recipient', 'subject', 'state'] as const;
type OutboxSorting = Sorting<(typeof outboxSortings)[number]>;
type OutboxQuery = { search?: string; sorting?: OutboxSorting; page?: number; perPage?: number };
const lastWritten: OutboxSorting = { by: 'written', descending: true };

const orders = {
  written: [mails.createdAt],
  recipient: [mails.recipient],
  subject: [mails.subject],
  state: [mails.state],
};

/** What the address of the list asks for. */
export function outboxQueryOf(search: URLSearchParams) {
  return {
    search: (search.get('search') ?? '').slice(0, 100),
    sorting: sortingOf(search, outboxSortings, lastWritten),
    page: pageNumber(search, 10_000),
  };
}

/**
 * A page of the mails of the outbox, without their bodies, and how many there are. For DEV: mails
 * hold links that sign in.
 * @throws AppError `error.not-found`
 */
export async function listOutbox(
  actor: Actor,
  { search = '', sorting = lastWritten, ...place }: OutboxQuery = {},
) {
  authorise(actor, 'outbox.read');
  const where = and(isNotOfOwnReview(actor), hasTypedWords(search, mails.recipient, mails.subject));
  const { rows, ...list } = await readPage(place, db().$count(mails, where), ({ limit, offset }) =>
    db()
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
      .where(where)
      .orderBy(...sortedBy(sorting, orders, [mails.createdAt, mails.id]))
      .limit(limit)
      .offset(offset),
  );
  return { mails: rows, ...list };
}

/** One mail of the outbox. @throws AppError `error.not-found` */
export async function getOutboxMail(actor: Actor, id: string) {
  authorise(actor, 'outbox.read');
  const [mail] = await db()
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), isNotOfOwnReview(actor)));
  if (!mail) throw new AppError('error.not-found');
  await noteSecurityEvent({ event: 'outbox.read', outcome: 'success', userId: actor.id });
  return mail;
}

/** How many mails could not be sent so far, for the administration. */
export async function countFailedMails(actor: Actor): Promise<number> {
  authorise(actor, 'administration.read');
  return db().$count(mails, eq(mails.state, 'failed'));
}

const testMails = { points: 20, duration: 3600 };

/**
 * Sends a short e-mail to the actor's own address at once and reports the result.
 * @throws AppError `error.not-found`, `error.auth/too-many-requests`
 */
export async function sendTestMailToSelf(actor: Actor) {
  authorise(actor, 'outbox.test');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  const { isWithin } = await consumeUse('test-mail', testMails, actor.id);
  if (!isWithin) throw new AppError('error.auth/too-many-requests');
  return sendTestMail(actor.email);
}
