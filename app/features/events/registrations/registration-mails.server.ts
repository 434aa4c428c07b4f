import { and, eq, exists, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { config, type Language } from '~/config/config.server';
import { type Database, schema, type Transaction } from '~/db/db.server';
import type { MailCalendar } from '~/db/schema/operations/mails';
import {
  calendarEntryOf,
  type EventRecord,
  inAllWords,
  inLanguage,
} from '~/features/events/events.server';
import { translateIn } from '~/i18n/translations.server';
import { calendarFile, type CalendarEntry } from '~/features/events/calendar/calendar-file.server';
import { publicPath } from '~/lib/addresses/public-path';
import { queueMail } from '~/platform/mail/mail.server';
import { mayMail } from '~/platform/mail/mail-limits.server';
import { registrationEmail, type RegistrationTemplate } from './registration.email';
import {
  invitationAddressOf,
  makeRegistrationToken,
  registrationAddressOf,
} from '~/features/events/registration-links/registration-links.server';
import { hasFreePlace, modesOf, type Registration, takingPart } from './capacity.server';
import { deadlineOf } from './registration-state';
import { association } from '~/platform/association.server';

const { eventInvitations, eventRegistrations: registrations, users } = schema;

export type Person = { name: string; email: string; userId: string | null };

/** Who is registered, or null when the account is gone or suspended. */
export async function personOf(
  tx: Transaction,
  registration: Registration,
): Promise<Person | null> {
  const { userId, guestName, guestEmail } = registration;
  if (!userId) {
    return guestName && guestEmail ? { name: guestName, email: guestEmail, userId: null } : null;
  }
  const isOpen = and(eq(users.id, userId), isNull(users.suspendedAt));
  const [user] = await tx.select().from(users).where(isOpen);
  return user ? { name: `${user.firstName} ${user.lastName}`, email: user.email, userId } : null;
}

const calendarState = {
  pending: 'tentative',
  waitlisted: 'tentative',
  confirmed: 'confirmed',
  attended: 'confirmed',
  declined: 'cancelled',
  cancelled: 'cancelled',
} as const;

/**
 * The event as it goes into a mail. What is for members only stays on the site: there the mail
 * names neither title nor place (domain: Mails).
 */
function mailedEvent(event: EventRecord, language: Language): CalendarEntry {
  const entry = calendarEntryOf({ ...event, language });
  if (event.visibility === 'public') return entry;
  const t = translateIn(language);
  const title = t('mail.registration.members-event', { site: association().shortName });
  // The event's own address is made from its title.
  const address = `${config().server.origin}/events/overview`;
  return { ...entry, title, description: address, address, location: undefined };
}

function invitationFor(
  event: EventRecord,
  registration: Registration,
  { person, language }: { person: Person; language: Language },
): MailCalendar {
  const state =
    event.status === 'cancelled' ? ('cancelled' as const) : calendarState[registration.status];
  const method = state === 'cancelled' ? 'CANCEL' : 'REQUEST';
  const { name: site, from } = {
    name: association().shortName,
    from: config().mail.from,
  };
  const content = calendarFile({
    name: site,
    method,
    entries: [
      {
        ...mailedEvent(event, language),
        state,
        sequence: event.icsSequence + registration.icsSequence,
        updatedAt: new Date(),
        organiser: { name: site, email: from },
        attendee: { name: person.name, email: person.email },
      },
    ],
  });
  return { method, content };
}

/** The language in which someone has registered, as long as the site speaks it. */
function languageFor({ language }: Registration): Language {
  const { active, default: fallback } = config().languages;
  return active.find((one) => one === language) ?? fallback;
}

/** The page of the event, for those who have no registration; none where it is not for everybody. */
function toEvent({ visibility, status, slug }: EventRecord) {
  const isReadable = visibility === 'public' && (status === 'published' || status === 'cancelled');
  const path = isReadable ? publicPath('event-translation', slug) : null;
  return {
    address: path && config().server.origin + path,
    linkText: 'registration.to-event',
  } as const;
}

async function toRegistration(tx: Transaction, event: EventRecord, registration: Registration) {
  const isOpen = ['pending', 'waitlisted', 'confirmed'].includes(registration.status);
  const mayChange = isOpen && event.status === 'published' && new Date() < deadlineOf(event);
  return {
    address: registrationAddressOf(await makeRegistrationToken(tx, registration)),
    linkText: mayChange ? undefined : ('mail.registration.see' as const),
  };
}

/** How the person takes part, where there is a choice, and where else those who wait find a place. */
async function modesInMail(tx: Transaction, event: EventRecord, mail: RegistrationMail) {
  if (event.mode !== 'hybrid') return {};
  const { mode } = mail.registration;
  const other = modesOf(event).find((one) => one !== mode);
  const isFree = mail.template === 'waitlisted' && other && (await hasFreePlace(tx, event, other));
  return { mode, freeMode: isFree ? other : undefined };
}

type RegistrationMail = {
  registration: Registration;
  template: RegistrationTemplate;
  /** Why the event has changed. */
  changeReason?: string | null;
  /** The registration is deleted with this mail: nothing can be seen of it any more. */
  isGone?: boolean;
};

/**
 * Writes one mail about a registration, with what calendar programs need, as part of `tx`. Nobody is
 * written to about an event that is over.
 */
export async function sendRegistrationMail(
  tx: Transaction,
  record: EventRecord,
  mail: RegistrationMail,
): Promise<void> {
  const { registration, template, changeReason = null, isGone = false } = mail;
  if (record.endsAtInstant <= new Date()) return;
  const person = await personOf(tx, registration);
  if (!person) return;
  const language = languageFor(registration);
  const { cancelledReason, ...spoken } = await inAllWords(record, language, tx);
  const modes = await modesInMail(tx, record, mail);
  const { mode = record.mode } = modes;
  const event = { ...record, mode, title: spoken.title, summary: spoken.summary };
  const { title, location } = mailedEvent(event, language);
  const reason = template === 'event-cancelled' ? cancelledReason : changeReason;
  await queueMail(tx, {
    template: `registration-${template}`,
    recipient: person.email,
    userId: person.userId ?? undefined,
    name: person.name,
    calendar: invitationFor(event, registration, { person, language }),
    ...registrationEmail({
      translate: translateIn(language),
      language,
      site: association().shortName,
      template,
      ...(isGone ? toEvent(event) : await toRegistration(tx, record, registration)),
      ...modes,
      event: { ...event, title, place: location },
      reason: event.visibility === 'public' ? reason : null,
    }),
  });
}

/**
 * Writes one mail that a form about a registration causes, unless its recipient has had enough of them
 * for now or the event is over. What the form was sent for happens all the same.
 * @returns false when it is held back because there were enough
 */
export async function sendCountedMail(
  tx: Transaction,
  record: EventRecord,
  mail: RegistrationMail,
): Promise<boolean> {
  // None is written then, and none is counted.
  if (record.endsAtInstant <= new Date()) return true;
  const person = await personOf(tx, mail.registration);
  if (person && !(await mayMail(tx, 'registration', person.email))) return false;
  await sendRegistrationMail(tx, record, mail);
  return true;
}

/** What participants have to know of an event. */
export type EventNews =
  | {
      template: 'changed';
      /** Why, in the words of the editor. */
      changeReason: string | null;
    }
  | { template: 'event-cancelled' };

/** Those who take or hope to take part and can be written to, as `personOf` finds them. */
function isMailed(connection: Database | Transaction, eventId: string) {
  const { userId, guestName, guestEmail } = registrations;
  const openAccount = connection
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.suspendedAt)));
  return and(
    eq(registrations.eventId, eventId),
    inArray(registrations.status, [...takingPart]),
    or(exists(openAccount), and(isNull(userId), isNotNull(guestName), isNotNull(guestEmail))),
  );
}

/** How many e-mails a change or the cancellation of an event sends now. Within this feature. */
export const countMailed = (connection: Database | Transaction, eventId: string): Promise<number> =>
  connection.$count(registrations, isMailed(connection, eventId));

/** E-mails everybody who takes or hopes to take part that the event has changed or is cancelled. */
export async function notifyParticipants(
  tx: Transaction,
  event: EventRecord,
  news: EventNews,
): Promise<void> {
  const rows = await tx.select().from(registrations).where(isMailed(tx, event.id));
  for (const registration of rows) {
    await sendRegistrationMail(tx, event, { registration, ...news });
  }
}

/** Asks a guest to come; the link leads to the form. */
export async function sendInvitation(
  tx: Transaction,
  record: EventRecord,
  invitation: typeof eventInvitations.$inferSelect,
): Promise<void> {
  const language = config().languages.default;
  const [event = record] = await inLanguage(tx, [record], language);
  const { title, location } = mailedEvent(event, language);
  await queueMail(tx, {
    template: 'registration-invitation',
    recipient: invitation.email,
    name: invitation.name,
    ...registrationEmail({
      translate: translateIn(language),
      language,
      site: association().shortName,
      template: 'invitation',
      address: invitationAddressOf(invitation.id),
      linkText: 'mail.registration.answer',
      event: { ...event, title, place: location },
      reason: null,
    }),
  });
}
