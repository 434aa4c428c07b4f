import ICAL from 'ical.js';
import type { SignedInActor } from '~/policy/actor';
import { db } from '~/db/db.server';
import { makeEvent, makeUser } from '~/db/factories.server';
import {
  changeRegistration,
  findOwnRegistration,
} from '~/features/events/registrations/registrations.server';
import { actorOf } from '../people/actors';

const day = 24 * 3_600_000;

/** What someone says who registers for an event on site. */
export const placeInput = (fields: object = {}) => ({
  mode: 'on-site' as const,
  needs: null,
  listConsent: null,
  photoConsent: false,
  answers: [],
  ...fields,
});

/** Local wall time in UTC some days from now. */
export const inDays = (days: number) =>
  new Date(Date.now() + days * day).toISOString().slice(0, 16);

/** A published event in twenty days for which one can register. */
export function makeOpenEvent(fields: object = {}) {
  return makeEvent(db(), {
    zone: 'UTC',
    startsAt: inDays(20),
    endsAt: inDays(20.2),
    registration: 'internal',
    ...fields,
  });
}

/** Members, as they act. */
export async function makePeople(count: number): Promise<SignedInActor[]> {
  const numbers = Array.from({ length: count }, (_, number) => number);
  return Promise.all(
    numbers.map(async (number) => actorOf(await makeUser(db(), { lastName: `Person ${number}` }))),
  );
}

/** Changes a person's own registration, as a form that was opened just now does. */
export async function changePlace(actor: SignedInActor, slug: string, fields: object = {}) {
  const own = await findOwnRegistration(actor, { slug });
  const version = own?.registration.version ?? 0;
  return changeRegistration(actor, { slug }, { version, input: placeInput(fields) });
}

/** What an independent reader finds in the calendar of a mail. */
export function calendarIn(mail: { calendar: { content: string } | null } | undefined) {
  const calendar = new ICAL.Component(ICAL.parse(mail?.calendar?.content ?? ''));
  const [event] = calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
  if (!event) throw new Error('no event in the mail');
  const status = event.component.getFirstPropertyValue('status');
  return { method: calendar.getFirstPropertyValue('method'), status, event };
}
