import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { makeRegistration } from '~/db/factories.server';
import { saveEvent } from '~/features/events/editor/editor.server';
import { restoreEventVersion } from '~/features/events/publication/event-versions.server';
import {
  cancelRegistration,
  findOwnRegistration,
  register,
  setConsents,
} from '~/features/events/registrations/registrations.server';
import { actorWithRole } from '../../../../tests/support/people/actors';
import {
  inputOf,
  makeDraft,
  startInThreeLanguages,
  step,
} from '../../../../tests/support/texts/event-form';
import { makePeople, changePlace, placeInput } from '../../../../tests/support/texts/registrations';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import { fillPlaces } from '~/features/events/registrations/places.server';
import { lockEvent } from '~/features/events/registrations/capacity.server';
import { listAttendees } from './participants.server';

const admin = actorWithRole('ADMIN');

beforeEach(startInThreeLanguages);

describe('a consent to the list of participants', () => {
  /** Anna takes part and has consented to a list for participants; Bea is a member. */
  async function consented() {
    const { id, slug } = await makeDraft({ attendeeList: 'participants' });
    await step(id, { intent: 'publish' });
    const [anna, bea] = await makePeople(2);
    if (!anna || !bea) throw new Error('nobody');
    await makeRegistration(db(), { eventId: id, userId: anna.id, listConsent: true });
    await makeRegistration(db(), { eventId: id, guestName: 'G', guestEmail: 'g@x.example' });
    return { id, slug, anna, bea };
  }

  test('ends when all members are to see it, and the editor learns for how many', async () => {
    const { id, slug, anna, bea } = await consented();
    expect((await listAttendees(anna, { slug })).attendees).toHaveLength(1);
    const input = inputOf({ attendeeList: 'members', baseVersion: '2' });
    expect(await saveEvent(admin, id, input)).toMatchObject({ ok: true, endedConsents: 1 });
    expect((await listAttendees(bea, { slug })).attendees).toEqual([]);
    const own = await findOwnRegistration(anna, { slug });
    expect(own?.registration.listConsent).toBe(false);
    const { auditEntries } = schema;
    const noted = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, anna.id));
    expect(noted).toMatchObject([
      { action: 'registration.consents', changes: { listConsent: { from: true, to: false } } },
    ]);
  });

  test('does not come back from a form that asked for fewer people', async () => {
    const { id, slug, anna, bea } = await consented();
    await saveEvent(admin, id, inputOf({ attendeeList: 'members', baseVersion: '2' }));
    const names = async () => (await listAttendees(bea, { slug })).attendees.length;
    const asked = { listConsent: 'participants', photoConsent: false } as const;
    await setConsents(anna, { slug }, asked);
    await changePlace(anna, slug, { ...asked, needs: 'A ramp' });
    await register(bea, slug, placeInput(asked));
    expect(await names()).toBe(0);
    await setConsents(anna, { slug }, { ...asked, listConsent: 'members' });
    expect(await names()).toBe(1);
    await saveEvent(admin, id, inputOf({ attendeeList: 'participants', baseVersion: '3' }));
    expect(await names(), 'who agreed to more has agreed to fewer').toBe(1);
  });

  test('is not given from a page that was opened before the registration was withdrawn', async () => {
    const { slug, anna } = await consented();
    const asked = { listConsent: 'participants', photoConsent: true } as const;
    const answers = [{ id: 'q', question: 'Meal?', answer: 'Fish' }];
    await changePlace(anna, slug, { ...asked, needs: 'A ramp', answers });
    await cancelRegistration(anna, { slug });
    await expect(setConsents(anna, { slug }, asked)).rejects.toThrow(
      'error.registration.not-possible',
    );
    const own = await findOwnRegistration(anna, { slug });
    const nothing = { listConsent: false, photoConsent: false, needs: null, answers: [] };
    expect(own?.registration).toMatchObject(nothing);
  });

  test('stays when fewer are to see it, and ends when it is opened again', async () => {
    const { id } = await consented();
    const save = (attendeeList: string, baseVersion: string) =>
      saveEvent(admin, id, inputOf({ attendeeList, baseVersion }));
    expect(await save('nobody', '2')).toMatchObject({ endedConsents: 0 });
    expect(await save('nobody', '3')).toMatchObject({ endedConsents: 0 });
    expect(await save('members', '4')).toMatchObject({ endedConsents: 1 });
  });

  test('ends when an earlier version shows the list to more people', async () => {
    const { id } = await consented();
    await saveEvent(admin, id, inputOf({ attendeeList: 'nobody', baseVersion: '2' }));
    const seen = { id, version: 3 };
    expect(await restoreEventVersion(admin, seen, { number: 2, quiet: true })).toBe(1);
  });
});

test('a suspended member is not on the list, and waits while others move up', async () => {
  const { id, slug } = await makeDraft({ attendeeList: 'members', capacityOnSite: '2' });
  await step(id, { intent: 'publish' });
  const [anna, bea, carl, dora] = await makePeople(4);
  if (!anna || !bea || !carl || !dora) throw new Error('nobody');
  const place = { eventId: id, listConsent: true };
  await makeRegistration(db(), { ...place, userId: anna.id });
  const waiting = { ...place, status: 'waitlisted' } as const;
  await makeRegistration(db(), { ...waiting, userId: bea.id, queueNumber: 2 });
  await makeRegistration(db(), { ...waiting, userId: carl.id, queueNumber: 3 });
  const { users } = schema;
  for (const person of [anna, bea]) {
    await db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, person.id));
  }
  await transaction(async (tx) =>
    fillPlaces(tx, await lockEvent(tx, eq(schema.events.id, id)), admin),
  );
  expect((await outboxMails('registration-moved-up')).map(({ recipient }) => recipient)).toEqual([
    carl.email,
  ]);
  const { attendees } = await listAttendees(dora, { slug });
  expect(attendees.map(({ name }) => name)).toEqual([expect.stringContaining('Person 2')]);
});
