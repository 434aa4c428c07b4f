import { asc, eq } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { toCsv } from '~/lib/csv';
import { authorise } from '~/policy/permissions';
import type { ListFilter } from '~/features/events/registrations/registration-schemas';
import { emailOf, matching, nameOf } from './registration-list.server';

const { eventRegistrations: registrations, events, users } = schema;

const yesNo = (is: boolean) => (is ? 'yes' : 'no');

/**
 * The list of an event as CSV, filtered as it was shown, with answers and needs, for the secretariat's work before and at
 * the event; the reason is kept in the audit log.
 * @throws AppError `error.not-found`
 */
export async function exportRegistrations(
  actor: Actor,
  eventId: string,
  { reason, ...filter }: ListFilter & { reason: string },
): Promise<{ csv: string; slug: string }> {
  authorise(actor, 'registration.manage');
  return transaction(async (tx) => {
    const [event] = await tx.select().from(events).where(eq(events.id, eventId));
    if (!event) throw new AppError('error.not-found');
    const rows = await tx
      .select({
        registration: registrations,
        name: nameOf,
        email: emailOf,
      })
      .from(registrations)
      .leftJoin(users, eq(users.id, registrations.userId))
      .where(matching(eventId, filter))
      .orderBy(asc(registrations.queueNumber));
    const asked = event.questions.map(({ id, label }) => ({ id, label }));
    const head = [
      'number',
      'name',
      'email',
      'court',
      'country',
      'member',
      'status',
      'mode',
      'list of participants',
      'photographs',
      'needs',
      'registered at',
      ...asked.map(({ label }) => label),
    ];
    const lines = rows.map(({ registration: one, name, email }) => [
      one.queueNumber,
      name,
      email,
      one.guestCourt,
      one.guestCountry,
      yesNo(one.userId !== null),
      one.status,
      one.mode,
      yesNo(one.listConsent),
      yesNo(one.photoConsent),
      one.needs,
      one.createdAt.toISOString(),
      ...asked.map(({ id }) => one.answers.find((answer) => answer.id === id)?.answer ?? null),
    ]);
    await appendAudit(tx, actor, {
      action: 'registration.export',
      target: { kind: 'event', id: eventId },
      changes: { count: { to: rows.length } },
      reason,
    });
    return { csv: toCsv([head, ...lines]), slug: event.slug };
  });
}
