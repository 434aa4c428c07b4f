import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '~/policy/actor';
import { schema, type Transaction } from '~/db/db.server';
import { AppError } from '~/policy/errors';
import { appendAudit, type JobActor } from '~/features/identity/audit/audit.server';
import type { EventRecord } from '~/features/events/events.server';
import { newId } from '~/lib/new-id';
import {
  hashOfLink,
  registrationTokenOf,
} from '~/features/events/registration-links/registration-links.server';
import { sendCountedMail, sendRegistrationMail } from './registration-mails.server';
import { coversAudience, type RegistrationInput } from './registration-schemas';
import {
  changedTo,
  hasFreePlace,
  isEnded,
  modesOf,
  moveUp,
  nextQueueNumber,
  type Registration,
  type RegistrationStatus,
} from './capacity.server';

const { eventRegistrations: registrations, users } = schema;

type Holder =
  | { userId: string }
  | {
      guestName: string;
      guestEmail: string;
      guestCourt: string | null;
      guestCountry: string | null;
    };

/** The answers of the form, and the language of e-mails about it. */
export type NewRegistration = RegistrationInput & { language?: string };

export type PlaceRequest = {
  actor: Actor;
  holder: Holder;
  input: NewRegistration;
  /** Invited guests and people added by the secretariat need no approval. */
  needsApproval: boolean;
  beyondCapacity?: boolean;
  /** Asked for by the secretariat, not by the person. */
  isForOther?: boolean;
};

/** The registrations of the person who has this address, as a guest or with an account. */
export const registeredWith = (tx: Transaction, eventId: string, email: string | SQL) =>
  and(
    eq(registrations.eventId, eventId),
    or(
      eq(registrations.guestEmail, email),
      inArray(
        registrations.userId,
        tx.select({ id: users.id }).from(users).where(eq(users.email, email)),
      ),
    ),
  );

/** The registration of a person, who may have come as a guest and with an account: the active one first. */
async function findKnown(tx: Transaction, event: EventRecord, holder: Holder) {
  const email =
    'userId' in holder
      ? sql`(select email from ${users} where id = ${holder.userId})`
      : holder.guestEmail;
  const all = await tx
    .select()
    .from(registrations)
    .where(registeredWith(tx, event.id, email));
  const isOwn = (one: Registration) =>
    'userId' in holder ? one.userId === holder.userId : one.guestEmail === holder.guestEmail;
  return all.find(({ status }) => status !== 'cancelled') ?? all.find(isOwn);
}

/**
 * Gives a place, or one on the waiting list, to someone who has none. The event is locked.
 * @returns the registration, and whether an e-mail says so: not when the person has had many today
 * @throws AppError `error.registration.known` or `error.registration.own-known`,
 *   `error.registration.full`, `error.registration.not-possible`
 */
export async function takePlace(
  tx: Transaction,
  event: EventRecord,
  request: PlaceRequest,
): Promise<{ registration: Registration; isMailed: boolean }> {
  const { holder, input } = request;
  if (!modesOf(event).includes(input.mode)) throw new AppError('error.registration.not-possible');
  const known = await findKnown(tx, event, holder);
  if (known?.status === 'declined') throw new AppError('error.registration.not-possible');
  if (known && known.status !== 'cancelled')
    throw new AppError(`error.registration.${request.isForOther ? 'known' : 'own-known'}`);
  const status = await firstStatus(tx, event, request);
  const values = {
    ...withListConsent(input, event),
    status,
    queueNumber: await nextQueueNumber(tx, event.id),
  };
  const registration = known
    ? await renew(tx, known.id, { ...holder, ...values })
    : await insert(tx, { ...holder, ...values, eventId: event.id });
  const isMailed = await sendCountedMail(tx, event, { registration, template: status });
  await noteChange(tx, request.actor, { registration, from: known?.status });
  return { registration, isMailed };
}

/** Consent given while fewer people could see the list does not count. The event is locked. */
export function withListConsent<Input extends Pick<RegistrationInput, 'listConsent'>>(
  input: Input,
  { attendeeList }: Pick<EventRecord, 'attendeeList'>,
): Omit<Input, 'listConsent'> & { listConsent: boolean } {
  const agreed = input.listConsent;
  return { ...input, listConsent: agreed !== null && coversAudience(agreed, attendeeList) };
}

async function firstStatus(
  tx: Transaction,
  event: EventRecord,
  { input, needsApproval, beyondCapacity }: PlaceRequest,
): Promise<'pending' | 'confirmed' | 'waitlisted'> {
  const isFree = beyondCapacity || (await hasFreePlace(tx, event, input.mode));
  if (!isFree && !event.waitingList) throw new AppError('error.registration.full');
  if (needsApproval) return 'pending';
  return isFree ? 'confirmed' : 'waitlisted';
}

async function insert(
  tx: Transaction,
  values: Omit<typeof registrations.$inferInsert, 'linkHash'>,
): Promise<Registration> {
  const id = newId();
  const [made] = await tx
    .insert(registrations)
    .values({ ...values, id, linkHash: hashOfLink(registrationTokenOf(id)) })
    .returning();
  if (!made) throw new Error('The database returned no registration');
  return made;
}

async function renew(
  tx: Transaction,
  id: string,
  values: Partial<typeof registrations.$inferInsert> & { status: RegistrationStatus },
): Promise<Registration> {
  const [renewed] = await tx
    .update(registrations)
    .set({ ...values, ...changedTo(values.status), remindedAt: null })
    .where(eq(registrations.id, id))
    .returning();
  if (!renewed) throw new AppError('error.not-found');
  return renewed;
}

/**
 * Changes the state of a registration and gives the place that came free to the next.
 * @returns false when an e-mail was held back, since the person has had many today
 */
export async function setStatus(
  tx: Transaction,
  event: EventRecord,
  change: {
    actor: Actor;
    registration: Registration;
    status: RegistrationStatus;
    /** By a form of the person's own: its mails are counted; what the secretariat decides is always said. */
    isOwn?: boolean;
    mail?: 'none';
  },
): Promise<boolean> {
  const { actor, registration, status, isOwn, mail } = change;
  const changed = await renewStatus(tx, registration.id, { status, isOwn });
  const isSaid = status === 'confirmed' || status === 'declined' || status === 'cancelled';
  let isMailed = true;
  if (isSaid && isOwn) {
    isMailed = await sendCountedMail(tx, event, { registration: changed, template: status });
  } else if (isSaid && mail !== 'none') {
    await sendRegistrationMail(tx, event, { registration: changed, template: status });
  }
  await noteChange(tx, actor, { registration: changed, from: registration.status });
  await fillPlaces(tx, event, actor);
  return isMailed;
}

/** Who does not come needs no diet, and no consent goes on without a way to take it back (GDPR 5(1)(c), 7(3)). */
const noNeedsOrConsents = { needs: null, listConsent: false, photoConsent: false };

async function renewStatus(
  tx: Transaction,
  id: string,
  { status, isOwn }: { status: RegistrationStatus; isOwn?: boolean },
): Promise<Registration> {
  const [changed] = await tx
    .update(registrations)
    .set({
      ...changedTo(status),
      ...(isEnded(status) ? noNeedsOrConsents : {}),
      // The secretariat can confirm after all whom it declined, with what was answered.
      ...(isEnded(status) && isOwn ? { answers: [] } : {}),
    })
    .where(eq(registrations.id, id))
    .returning();
  if (!changed) throw new AppError('error.not-found');
  return changed;
}

/** Gives free places to the waiting list and notifies the people. The event is locked. */
export async function fillPlaces(
  tx: Transaction,
  event: EventRecord,
  actor: Actor | JobActor,
): Promise<void> {
  for (const registration of await moveUp(tx, event)) {
    await sendRegistrationMail(tx, event, { registration, template: 'moved-up' });
    await noteChange(tx, actor, { registration, from: 'waitlisted' });
  }
}

/** Notes a change of state: ids and codes only. */
export async function noteChange(
  tx: Transaction,
  actor: Actor | JobActor,
  { registration, from }: { registration: Registration; from?: RegistrationStatus },
): Promise<void> {
  await appendAudit(tx, actor, {
    action: from ? 'registration.change' : 'registration.make',
    target: { kind: 'registration', id: registration.id },
    subjectId: registration.userId ?? undefined,
    changes: { status: { ...(from ? { from } : {}), to: registration.status } },
  });
}
