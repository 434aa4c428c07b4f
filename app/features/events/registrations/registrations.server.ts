import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { type Actor, isSignedIn } from '~/policy/actor';
import { db, schema, transaction, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit } from '~/features/identity/audit/audit.server';
import {
  type EventRecord,
  inLanguage,
  isEventVisibleTo,
  publicEvent,
} from '~/features/events/events.server';
import { authorise } from '~/policy/permissions';
import {
  type Access,
  authoriseAccess,
  findOwn,
  isCertified,
  isHeldBy,
  isTaking,
  lockOwn,
} from './own-access.server';
import {
  fillPlaces,
  type NewRegistration,
  noteChange,
  setStatus,
  takePlace,
  withListConsent,
} from './places.server';
import { type EventNews, notifyParticipants, sendCountedMail } from './registration-mails.server';
import type { RegistrationInput } from './registration-schemas';
import { deadlineOf, offerOf } from './registration-state';
import {
  capacityOf,
  freePlaces,
  hasFreePlace,
  isActivePerson,
  isEnded,
  lockEvent,
  type Mode,
  modesOf,
  nextQueueNumber,
  type Registration,
  takingPart,
} from './capacity.server';

const { eventRegistrations: registrations, events } = schema;

/** What participants see; the link to join only once confirmed, for those who take part online. */
function shown(event: EventRecord, registration: Registration) {
  const { linkHash: _hash, linkNumber: _number, ...known } = registration;
  const { createdBy: _made, updatedBy: _changed, ...own } = known;
  const isAhead = event.status === 'published' && event.endsAtInstant > new Date();
  const mayJoin = isAhead && isTaking(registration) && registration.mode !== 'on-site';
  return {
    event: publicEvent(event),
    registration: own,
    joinUrl: mayJoin ? event.joinUrl : null,
    mayChange: event.status === 'published' && new Date() < deadlineOf(event),
    isCertified: isCertified(event, registration),
    maySeeList: isTaking(registration) && event.attendeeList !== 'nobody',
  };
}
export type OwnRegistration = NonNullable<Awaited<ReturnType<typeof findOwnRegistration>>>;

/**
 * One's own registration, by sign-in or by a mailed link, which robots may open: it changes nothing.
 * @returns null when one is not registered
 * @throws AppError `error.not-found` for an unknown link
 */
export async function findOwnRegistration(actor: Actor, access: Access) {
  authoriseAccess(actor, access);
  return transaction(async (tx) => {
    const found = await findOwn(tx, actor, access);
    if (!found && 'token' in access) throw new AppError('error.not-found');
    if (!found) return null;
    const { modes } = await describeOffer(tx, found.event);
    const waitingBefore = await countWaitingBefore(tx, found.registration);
    // A guest of an event for members does not get to its page.
    const isIt = and(isEventVisibleTo(actor), eq(events.id, found.event.id));
    const maySeeEvent = (await tx.$count(events, isIt)) > 0;
    return { ...shown(found.event, found.registration), modes, waitingBefore, maySeeEvent };
  });
}

async function countWaitingBefore(tx: Transaction, own: Registration): Promise<number> {
  if (own.status !== 'waitlisted') return 0;
  return tx.$count(
    registrations,
    and(
      eq(registrations.eventId, own.eventId),
      eq(registrations.mode, own.mode),
      eq(registrations.status, 'waitlisted'),
      lt(registrations.queueNumber, own.queueNumber),
      isActivePerson,
    ),
  );
}

/** What an event offers now: whether one can register, and whether there are places. */
export async function getOffer(actor: Actor, slug: string) {
  authorise(actor, 'registration.make');
  return transaction(async (tx) => {
    const [event] = await tx
      .select()
      .from(events)
      .where(and(isEventVisibleTo(actor), eq(events.slug, slug)));
    if (!event) throw new AppError('error.not-found');
    return describeOffer(tx, event);
  });
}

/** For the form: what can be chosen. Within this feature. */
export async function describeOffer(tx: Transaction, event: EventRecord) {
  const modes: { mode: Mode; capacity: number | null; free: number | null }[] = [];
  for (const mode of modesOf(event)) {
    const isFree = await hasFreePlace(tx, event, mode);
    const free = isFree ? await freePlaces(tx, event, mode) : 0;
    modes.push({ mode, capacity: capacityOf(event, mode), free });
  }
  return { event: publicEvent(event), offer: offerOf(event, new Date()), modes };
}

/**
 * Registers the actor. At the same moment as others, everybody gets a place or a number of the
 * waiting list, and no place is given twice.
 * @returns the state of the registration, and whether an e-mail says so
 * @throws AppError `error.registration.closed`, `error.registration.full`,
 *   `error.registration.own-known`, `error.not-found`
 */
export async function register(
  actor: Actor,
  slug: string,
  input: NewRegistration,
): Promise<{ status: Registration['status']; isMailed: boolean }> {
  authorise(actor, 'registration.make');
  if (!isSignedIn(actor)) throw new AppError('error.not-found');
  return transaction(async (tx) => {
    const event = await lockEvent(tx, and(isEventVisibleTo(actor), eq(events.slug, slug)));
    if (offerOf(event, new Date()) !== 'open') throw new AppError('error.registration.closed');
    const { registration, isMailed } = await takePlace(tx, event, {
      actor,
      holder: { userId: actor.id },
      input,
      needsApproval: event.approval,
    });
    return { status: registration.status, isMailed };
  });
}

/**
 * Withdraws a registration until the deadline; the next who waits moves up at once. Doing it again
 * changes nothing.
 * @returns false when an e-mail was held back, since the person has had many today
 * @throws AppError `error.registration.closed` after the deadline
 */
export async function cancelRegistration(actor: Actor, access: Access): Promise<boolean> {
  authoriseAccess(actor, access);
  return transaction(async (tx) => {
    const { event, registration } = await lockOwn(tx, actor, access);
    const { status } = registration;
    if (status === 'cancelled') return true;
    const isOpen = event.status === 'published' && new Date() < deadlineOf(event);
    if (!isOpen) throw new AppError('error.registration.closed');
    if (status === 'declined' || status === 'attended') {
      throw new AppError('error.registration.not-possible');
    }
    return setStatus(tx, event, { actor, registration, status: 'cancelled', isOwn: true });
  });
}

/**
 * Changes what was said at the registration, until the deadline. Another way of taking part needs
 * a free place there, and its calendar entry is sent; a waiting person goes to the end of that list.
 * @returns false when an e-mail was held back, since the person has had many today
 * @throws AppError `error.registration.closed`, `error.registration.full`,
 *   `error.registration.changed` when it is no longer the version that the form was begun on
 */
export async function changeRegistration(
  actor: Actor,
  access: Access,
  { version, input }: { version: number; input: RegistrationInput },
): Promise<boolean> {
  authoriseAccess(actor, access);
  return transaction(async (tx) => {
    const { event, registration } = await lockOwn(tx, actor, access);
    const isOpen = event.status === 'published' && new Date() < deadlineOf(event);
    if (!isOpen) throw new AppError('error.registration.closed');
    if (registration.version !== version) throw new AppError('error.registration.changed');
    const { status } = registration;
    if (status !== 'pending' && status !== 'confirmed' && status !== 'waitlisted') {
      throw new AppError('error.registration.not-possible');
    }
    const moved =
      input.mode === registration.mode ? {} : await moveTo(tx, event, { registration, input });
    const [changed] = await tx
      .update(registrations)
      // An administrator who is about to decide on the earlier wish is told that it has changed.
      .set({
        ...withListConsent(input, event),
        ...moved,
        version: version + 1,
        updatedAt: new Date(),
      })
      .where(eq(registrations.id, registration.id))
      .returning();
    if (!changed) throw new AppError('error.not-found');
    const isMailed =
      changed.status !== 'confirmed' ||
      changed.mode === registration.mode ||
      (await sendCountedMail(tx, event, { registration: changed, template: 'confirmed' }));
    await noteChange(tx, actor, { registration: changed, from: status });
    await fillPlaces(tx, event, actor);
    return isMailed;
  });
}

async function moveTo(
  tx: Transaction,
  event: EventRecord,
  { registration, input }: { registration: Registration; input: RegistrationInput },
): Promise<Partial<Registration>> {
  if (!modesOf(event).includes(input.mode)) throw new AppError('error.registration.not-possible');
  if (registration.status === 'pending') return {};
  if (await hasFreePlace(tx, event, input.mode)) {
    return { status: 'confirmed', icsSequence: registration.icsSequence + 1 };
  }
  if (registration.status === 'confirmed') throw new AppError('error.registration.full');
  return { queueNumber: await nextQueueNumber(tx, event.id) };
}

type ConsentChange = Pick<RegistrationInput, 'listConsent' | 'photoConsent'> & {
  /** Takes back the consent to what was entered under “Diet and access”, and with it the words. */
  removeNeeds?: boolean;
};

/** Gives or takes back consents while one is registered. @throws AppError `error.registration.not-possible` */
export async function setConsents(
  actor: Actor,
  access: Access,
  { removeNeeds = false, ...wished }: ConsentChange,
): Promise<void> {
  authoriseAccess(actor, access);
  await transaction(async (tx) => {
    const { event, registration } = await lockOwn(tx, actor, access);
    // No form would take them back again.
    if (isEnded(registration.status)) throw new AppError('error.registration.not-possible');
    const consents = withListConsent(wished, event);
    const set = removeNeeds ? { ...consents, needs: null } : consents;
    await tx
      .update(registrations)
      .set({ ...set, version: sql`${registrations.version} + 1`, updatedAt: new Date() })
      .where(eq(registrations.id, registration.id));
    await appendAudit(tx, actor, {
      action: 'registration.consents',
      target: { kind: 'registration', id: registration.id },
      subjectId: registration.userId ?? undefined,
      changes: {
        listConsent: { from: registration.listConsent, to: consents.listConsent },
        photoConsent: { from: registration.photoConsent, to: consents.photoConsent },
        ...(removeNeeds ? { needs: { to: null } } : {}),
      },
    });
  });
}

/** A person's registrations, for that person's record in the administration. */
export async function listRegistrationsOf(actor: Actor, userId: string) {
  authorise(actor, 'registration.manage');
  return db()
    .select({
      id: registrations.id,
      status: registrations.status,
      mode: registrations.mode,
      title: events.title,
      eventId: events.id,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
    })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.eventId))
    .where(eq(registrations.userId, userId))
    .orderBy(asc(events.startsAtInstant));
}

/** The actor's registrations for events that are not over, next first. */
export async function listUpcomingRegistrations(actor: Actor, language: string) {
  authorise(actor, 'registration.make');
  if (!isSignedIn(actor)) return [];
  const rows = await db()
    .select({
      id: events.id,
      slug: events.slug,
      language: events.language,
      title: events.title,
      summary: events.summary,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      zone: events.zone,
      allDay: events.allDay,
      closesAt: events.closesAt,
      closesAtInstant: events.closesAtInstant,
      startsAtInstant: events.startsAtInstant,
      eventStatus: events.status,
      status: registrations.status,
    })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.eventId))
    .where(
      and(
        isHeldBy(actor),
        inArray(registrations.status, ['pending', 'confirmed', 'waitlisted']),
        isEventVisibleTo(actor),
        gte(events.endsAtInstant, new Date()),
      ),
    )
    .orderBy(asc(events.startsAtInstant))
    .limit(5);
  const now = new Date();
  const shown = rows.map(({ closesAtInstant, startsAtInstant, eventStatus, ...row }) => {
    const isOver =
      eventStatus === 'cancelled' || now >= deadlineOf({ closesAtInstant, startsAtInstant });
    /** Local wall time; null: it is too late to change or cancel. */
    const changeUntil = isOver ? null : (row.closesAt ?? row.startsAt);
    return { ...row, isCancelled: eventStatus === 'cancelled', changeUntil };
  });
  return shown.length > 0 ? inLanguage(db(), shown, language) : [];
}

/**
 * After an event was changed or cancelled: e-mails participants, unless there is no news for them, and
 * gives places that came free. For the event editor, inside its transaction, which holds the event.
 */
export async function followEventChange(
  tx: Transaction,
  { actor, event, news }: { actor: Actor; event: EventRecord; news: EventNews | null },
): Promise<void> {
  if (news) await notifyParticipants(tx, event, news);
  if (event.status !== 'cancelled') await fillPlaces(tx, event, actor);
}

/** In which ways people take or hope to take part; the editor must not take them away. */
export async function listModesInUse(tx: Transaction, eventId: string): Promise<Mode[]> {
  const rows = await tx
    .selectDistinct({ mode: registrations.mode })
    .from(registrations)
    .where(and(eq(registrations.eventId, eventId), inArray(registrations.status, [...takingPart])));
  return rows.map(({ mode }) => mode);
}
