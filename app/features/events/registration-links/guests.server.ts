import { and, asc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import { eventByClock, isEventShown } from '~/features/events/events.server';
import { mayMail } from '~/platform/mail/mail-limits.server';
import { newId } from '~/lib/new-id';
import { authorise } from '~/policy/permissions';
import {
  type NewRegistration,
  registeredWith,
  takePlace,
} from '~/features/events/registrations/places.server';
import { hashOfLink, invitationTokenOf, makeRegistrationToken } from './registration-links.server';
import { sendInvitation } from '~/features/events/registrations/registration-mails.server';
import type { GuestInput } from '~/features/events/registrations/registration-schemas';
import { deadlineOf } from '~/features/events/registrations/registration-state';
import { describeOffer } from '~/features/events/registrations/registrations.server';
import { lockEvent } from '~/features/events/registrations/capacity.server';

const {
  eventInvitations: invitations,
  eventRegistrations: registrations,
  events,
  signInAccounts,
  users,
} = schema;

/**
 * Asks a guest to an event by mail; asked again, also after withdrawing, the mail is sent again.
 * @throws AppError `error.registration.known` when the guest is registered already,
 *   `error.registration.declined`, `error.registration.closed`, `error.mail.enough`
 */
export async function inviteGuest(actor: Actor, eventId: string, guest: GuestInput): Promise<void> {
  authorise(actor, 'registration.manage');
  await transaction(async (tx) => {
    const event = await lockEvent(tx, eq(events.id, eventId));
    const isPossible = event.status === 'published' && event.registration === 'internal';
    if (!isPossible || new Date() >= deadlineOf(event)) {
      throw new AppError('error.registration.closed');
    }
    const known = await tx
      .select({ status: registrations.status })
      .from(registrations)
      .where(and(registeredWith(tx, eventId, guest.email), ne(registrations.status, 'cancelled')));
    if (known.length > 0) {
      const isDeclined = known.every(({ status }) => status === 'declined');
      throw new AppError(`error.registration.${isDeclined ? 'declined' : 'known'}`);
    }
    if (!(await mayMail(tx, 'guest-invitation', guest.email)))
      throw new AppError('error.mail.enough');
    const id = newId();
    const [earlier] = await tx
      .select({ id: invitations.id })
      .from(invitations)
      .where(and(eq(invitations.eventId, eventId), eq(invitations.email, guest.email)));
    const linkHash = hashOfLink(invitationTokenOf(earlier?.id ?? id));
    const [invitation] = await tx
      .insert(invitations)
      .values({ ...guest, id, eventId, createdBy: actor.id, linkHash })
      .onConflictDoUpdate({
        target: [invitations.eventId, invitations.email],
        set: { ...guest, linkHash, usedAt: null },
      })
      .returning();
    if (!invitation) throw new Error('The database returned no invitation');
    await sendInvitation(tx, event, invitation);
    await appendAudit(tx, actor, {
      action: 'registration.invite',
      target: { kind: 'event', id: eventId },
    });
  });
}

/** Invited guests who have not answered yet. */
export function listOpenInvitations(actor: Actor, eventId: string) {
  authorise(actor, 'registration.manage');
  return db()
    .select({
      id: invitations.id,
      name: invitations.name,
      email: invitations.email,
      createdAt: invitations.createdAt,
    })
    .from(invitations)
    .where(and(eq(invitations.eventId, eventId), isNull(invitations.usedAt)))
    .orderBy(asc(invitations.name));
}

/** Takes an invitation back: its link leads nowhere any more. */
export async function withdrawInvitation(actor: Actor, eventId: string, id: string): Promise<void> {
  authorise(actor, 'registration.manage');
  await transaction(async (tx) => {
    const gone = await tx
      .delete(invitations)
      .where(
        and(eq(invitations.id, id), eq(invitations.eventId, eventId), isNull(invitations.usedAt)),
      )
      .returning({ id: invitations.id });
    if (gone.length === 0) throw new AppError('error.not-found');
    await appendAudit(tx, actor, {
      action: 'registration.withdraw-invitation',
      target: { kind: 'event', id: eventId },
    });
  });
}

async function findInvitation(tx: Transaction, token: string) {
  const [found] = await tx
    .select({ invitation: invitations, event: events })
    .from(invitations)
    .innerJoin(events, eq(events.id, invitations.eventId))
    .where(
      and(
        eq(invitations.linkHash, hashOfLink(token)),
        isEventShown(),
        gt(events.endsAtInstant, new Date()),
      ),
    );
  if (!found) throw new AppError('error.not-found');
  // Sent twice, or opened again later: the registration is there, and its own link leads to it.
  if (found.invitation.usedAt) throw new AppError('error.registration.invitation-used');
  return { ...found, event: eventByClock(found.event) };
}

/**
 * What an invited guest sees. Changes nothing, so that robots may open the link.
 * @throws AppError `error.not-found` when the link is unknown or over,
 *   `error.registration.invitation-used`
 */
export async function getInvitation(actor: Actor, token: string) {
  authorise(actor, 'registration.follow');
  return transaction(async (tx) => {
    const { invitation, event } = await findInvitation(tx, token);
    const { name, email } = invitation;
    return { guest: { name, email }, ...(await describeOffer(tx, event)) };
  });
}

/** Who gets the place: the member with this address, if it is confirmed, or else the guest. */
async function holderOf(tx: Transaction, invitation: typeof invitations.$inferSelect) {
  const { name, email, court, country } = invitation;
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(signInAccounts, eq(signInAccounts.id, users.id))
    .where(
      and(
        eq(users.email, email),
        eq(signInAccounts.emailVerified, true),
        isNull(users.suspendedAt),
      ),
    );
  if (member) return { userId: member.id };
  return { guestName: name, guestEmail: email, guestCourt: court, guestCountry: country };
}

/**
 * Registers the guest whose invitation it is; the secretariat has approved by asking. Of several
 * at the same moment exactly one registers.
 * @returns the secret of the link to the registration, and whether an e-mail says so
 * @throws AppError `error.not-found`, `error.registration.invitation-used`,
 *   `error.registration.closed`, `error.registration.full`, `error.registration.own-known` when the
 *   person is registered already
 */
export async function registerGuest(
  actor: Actor,
  token: string,
  input: NewRegistration,
): Promise<{ token: string; isMailed: boolean }> {
  authorise(actor, 'registration.follow');
  return transaction(async (tx) => {
    const found = await findInvitation(tx, token);
    const event = await lockEvent(tx, eq(events.id, found.event.id));
    // Again under the lock: the same form sent twice is one registration.
    const { invitation } = await findInvitation(tx, token);
    const isOpen = event.status === 'published' && event.registration === 'internal';
    if (!isOpen || new Date() >= deadlineOf(event)) {
      throw new AppError('error.registration.closed');
    }
    const { registration, isMailed } = await takePlace(tx, event, {
      actor,
      holder: await holderOf(tx, invitation),
      input,
      needsApproval: false,
    });
    await tx
      .update(invitations)
      .set({ usedAt: new Date() })
      .where(eq(invitations.id, invitation.id));
    return { token: await makeRegistrationToken(tx, registration), isMailed };
  });
}
