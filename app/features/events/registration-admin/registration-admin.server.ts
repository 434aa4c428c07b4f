import { and, count, eq, gt } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import type { EventRecord } from '~/features/events/events.server';
import { authorise } from '~/policy/permissions';
import {
  fillPlaces,
  noteChange,
  setStatus,
  takePlace,
} from '~/features/events/registrations/places.server';
import { sendRegistrationMail } from '~/features/events/registrations/registration-mails.server';
import type { AddInput, Decision } from '~/features/events/registrations/registration-schemas';
import {
  changedTo,
  hasFreePlace,
  lockEvent,
  modesOf,
  nextQueueNumber,
  type Mode,
  type Registration,
  type RegistrationStatus,
} from '~/features/events/registrations/capacity.server';
import { decidableTogether, type LeftPerson, listDecidable } from './registration-list.server';

const { eventRegistrations: registrations, events, signInAccounts, users } = schema;

/** The registration and its event, both held for a change; the stale version is refused. */
async function lockForDecision(tx: Transaction, id: string, version?: number) {
  const [found] = await tx
    .select({ eventId: registrations.eventId })
    .from(registrations)
    .where(eq(registrations.id, id));
  if (!found) throw new AppError('error.not-found');
  const event = await lockEvent(tx, eq(events.id, found.eventId));
  const [registration] = await tx.select().from(registrations).where(eq(registrations.id, id));
  if (!registration) throw new AppError('error.not-found');
  if (version !== undefined && registration.version !== version) {
    throw new AppError('error.changed-meanwhile');
  }
  return { event, registration };
}

/** From which states each decision leads on. */
const decidable: Record<Decision, readonly RegistrationStatus[]> = {
  ...decidableTogether,
  confirm: [...decidableTogether.confirm, 'declined', 'cancelled'],
};

/** What can be decided about a registration in this state: nothing for an event that is not to be. */
export function decisionsFor(
  event: Pick<EventRecord, 'status' | 'startsAtInstant'>,
  status: RegistrationStatus,
): Decision[] {
  if (event.status !== 'published') return [];
  const hasBegun = event.startsAtInstant <= new Date();
  const all: Decision[] = ['confirm', 'decline', 'cancel', 'attended', 'not-attended'];
  return all.filter((decision) => {
    const isLater = decision === 'attended' || decision === 'not-attended';
    return decidable[decision].includes(status) && (!isLater || hasBegun);
  });
}

type RegistrationDecision = { decision: Decision; version?: number; beyondCapacity?: boolean };

/** @returns what has become of the registration: who is confirmed without a free place waits. */
async function decideOne(
  tx: Transaction,
  actor: Actor,
  { id, decision, version, beyondCapacity }: RegistrationDecision & { id: string },
): Promise<RegistrationStatus> {
  const { event, registration } = await lockForDecision(tx, id, version);
  if (!decisionsFor(event, registration.status).includes(decision)) {
    throw new AppError('error.registration.not-possible');
  }
  switch (decision) {
    case 'confirm':
      return confirm(tx, event, { actor, registration, beyondCapacity });
    case 'decline':
    case 'cancel': {
      const status = decision === 'decline' ? 'declined' : 'cancelled';
      await setStatus(tx, event, { actor, registration, status });
      return status;
    }
    case 'attended':
    case 'not-attended': {
      const status = decision === 'attended' ? 'attended' : 'confirmed';
      await setStatus(tx, event, { actor, registration, status, mail: 'none' });
      return status;
    }
  }
}

async function confirm(
  tx: Transaction,
  event: EventRecord,
  given: { actor: Actor; registration: Registration; beyondCapacity?: boolean },
): Promise<RegistrationStatus> {
  const { actor, registration, beyondCapacity } = given;
  if (beyondCapacity || (await hasFreePlace(tx, event, registration.mode))) {
    await setStatus(tx, event, { actor, registration, status: 'confirmed' });
    return 'confirmed';
  }
  // Approved without a free place: the person joins the waiting list and is notified.
  if (registration.status !== 'pending' || !event.waitingList) {
    throw new AppError('error.registration.full');
  }
  const [waiting] = await tx
    .update(registrations)
    .set(changedTo('waitlisted'))
    .where(eq(registrations.id, registration.id))
    .returning();
  if (!waiting) throw new AppError('error.not-found');
  await sendRegistrationMail(tx, event, { registration: waiting, template: 'waitlisted' });
  await noteChange(tx, actor, { registration: waiting, from: 'pending' });
  return 'waitlisted';
}

/**
 * The secretariat's decision about one registration.
 * @throws AppError `error.changed-meanwhile`, `error.registration.full`,
 *   `error.registration.not-possible`
 */
export async function decideRegistration(
  actor: Actor,
  id: string,
  decision: RegistrationDecision,
): Promise<void> {
  authorise(actor, 'registration.manage');
  await transaction((tx) => decideOne(tx, actor, { id, ...decision }));
}

const whyOf: Partial<Record<string, LeftPerson['why']>> = {
  'error.changed-meanwhile': 'changed',
  'error.registration.full': 'full',
};

export type SeveralDecided = {
  done: number;
  /** How many were to be confirmed and wait for a place now. */
  waitlisted: number;
  left: LeftPerson[];
  /** How many are not there any more. */
  unknown: number;
};

/**
 * The same for several, each by itself. What is not as it was listed stays as it is.
 * @param chosen `keys`: as `versionKey` makes them
 */
export async function decideSeveral(
  actor: Actor,
  eventId: string,
  { decision, keys }: { decision: Decision; keys: readonly string[] },
): Promise<SeveralDecided> {
  authorise(actor, 'registration.manage');
  const { possible, ...others } = await listDecidable(actor, eventId, { decision, keys });
  const result: SeveralDecided = { done: 0, waitlisted: 0, ...others };
  for (const { id, name, version } of possible) {
    try {
      const status = await transaction((tx) => decideOne(tx, actor, { id, decision, version }));
      if (status === 'waitlisted') result.waitlisted += 1;
      else result.done += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'error.not-found') result.unknown += 1;
      else result.left.push({ id, name, why: whyOf[error.code] ?? 'state' });
    }
  }
  return result;
}

/**
 * Moves someone to the other way of taking part.
 * @throws AppError `error.changed-meanwhile`, `error.registration.full`
 */
export async function moveRegistration(
  actor: Actor,
  id: string,
  move: { mode: Mode; version: number; beyondCapacity: boolean },
): Promise<void> {
  authorise(actor, 'registration.manage');
  await transaction(async (tx) => {
    const { event, registration } = await lockForDecision(tx, id, move.version);
    if (registration.mode === move.mode) return;
    if (event.status !== 'published' || !modesOf(event).includes(move.mode)) {
      throw new AppError('error.registration.not-possible');
    }
    const takesSeat = registration.status === 'confirmed' || registration.status === 'attended';
    if (takesSeat && !move.beyondCapacity && !(await hasFreePlace(tx, event, move.mode))) {
      throw new AppError('error.registration.full');
    }
    const [moved] = await tx
      .update(registrations)
      .set({
        ...changedTo(registration.status),
        mode: move.mode,
        queueNumber: await nextQueueNumber(tx, event.id),
      })
      .where(eq(registrations.id, id))
      .returning();
    if (!moved) throw new AppError('error.not-found');
    if (takesSeat)
      await sendRegistrationMail(tx, event, { registration: moved, template: 'moved' });
    await appendAudit(tx, actor, {
      action: 'registration.move',
      target: { kind: 'registration', id },
      subjectId: registration.userId ?? undefined,
      changes: { mode: { from: registration.mode, to: move.mode } },
    });
    await fillPlaces(tx, event, actor);
  });
}

/**
 * Adds a person by hand: the member who has this address, else a guest by name.
 * @throws AppError `error.registration.known`, `error.registration.full`, `error.invalid-input`
 *   for an unknown address without a name, `error.mail.enough`
 */
export async function addRegistration(
  actor: Actor,
  eventId: string,
  { name, email, court, country, mode, beyondCapacity }: AddInput,
): Promise<void> {
  authorise(actor, 'registration.manage');
  await transaction(async (tx) => {
    const event = await lockEvent(tx, eq(events.id, eventId));
    const isPossible = event.registration === 'internal' && event.status === 'published';
    if (!isPossible) throw new AppError('error.registration.not-possible');
    // An account whose address was never confirmed may be someone else’s: it gets no e-mail.
    const [member] = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(signInAccounts, eq(signInAccounts.id, users.id))
      .where(and(eq(users.email, email), eq(signInAccounts.emailVerified, true)));
    if (!member && !name) throw new AppError('error.invalid-input');
    const { isMailed } = await takePlace(tx, event, {
      actor,
      holder: member
        ? { userId: member.id }
        : { guestName: name ?? '', guestEmail: email, guestCourt: court, guestCountry: country },
      input: { mode, needs: null, listConsent: null, photoConsent: false, answers: [] },
      needsApproval: false,
      beyondCapacity,
      isForOther: true,
    });
    // Nobody is added, removed and added again without being told.
    if (!isMailed) throw new AppError('error.mail.enough');
  });
}

/** Deletes a registration with all its data; the next on the waiting list moves up. */
export async function deleteRegistration(actor: Actor, id: string, reason: string): Promise<void> {
  authorise(actor, 'registration.manage');
  await transaction(async (tx) => {
    const { event: before, registration } = await lockForDecision(tx, id);
    const event = await raiseSequence(tx, before, registration.icsSequence + 2);
    const isExpected = ['pending', 'confirmed', 'waitlisted'].includes(registration.status);
    if (isExpected && event.startsAtInstant > new Date()) {
      const cancelled = { ...registration, status: 'cancelled' as const };
      await sendRegistrationMail(tx, before, {
        registration: { ...cancelled, icsSequence: registration.icsSequence + 1 },
        template: 'cancelled',
        isGone: true,
      });
    }
    await tx.delete(registrations).where(eq(registrations.id, id));
    await appendAudit(tx, actor, {
      action: 'registration.delete',
      target: { kind: 'registration', id },
      subjectId: registration.userId ?? undefined,
      changes: { status: { from: registration.status } },
      reason,
    });
    await fillPlaces(tx, event, actor);
  });
}

/** A repeated registration continues above the last SEQUENCE sent to a calendar (RFC 5545 3.8.7.4). */
async function raiseSequence(
  tx: Transaction,
  event: EventRecord,
  by: number,
): Promise<EventRecord> {
  const icsSequence = event.icsSequence + by;
  await tx.update(events).set({ icsSequence }).where(eq(events.id, event.id));
  return { ...event, icsSequence };
}

/** How many registrations for events to come wait for an administrator's approval. */
export async function countPendingRegistrations(actor: Actor): Promise<number> {
  authorise(actor, 'registration.manage');
  const [row] = await db()
    .select({ number: count() })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.eventId))
    .where(
      and(
        eq(registrations.status, 'pending'),
        eq(events.status, 'published'),
        gt(events.endsAtInstant, new Date()),
      ),
    );
  return row?.number ?? 0;
}
