import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeEvent, makeRegistration, makeUser } from '~/db/factories.server';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import {
  calendarIn,
  makeOpenEvent,
  makePeople,
  changePlace,
  placeInput,
} from '../../../../tests/support/texts/registrations';
import {
  addRegistration,
  decideRegistration,
  decideSeveral,
  deleteRegistration,
  moveRegistration,
} from './registration-admin.server';
import {
  getRegistration,
  listRegistrations,
  registrationQueryOf,
} from './registration-list.server';
import {
  findOwnRegistration,
  register,
} from '~/features/events/registrations/registrations.server';
import { versionKey } from '~/ui/data-table/listed-version';
import { exportRegistrations } from './registration-export.server';
import { listFilterSchema } from '~/features/events/registrations/registration-schemas';

const { auditEntries, eventRegistrations: registrations, events, mails } = schema;
const admin = actorWithRole('ADMIN');
const all = listFilterSchema.parse({});

const openEvent = (fields: object = {}) => makeEvent(db(), { registration: 'internal', ...fields });

const guest = (eventId: string, name: string, fields: object = {}) =>
  makeRegistration(db(), {
    eventId,
    guestName: name,
    guestEmail: `${name}@guest.example`,
    ...fields,
  });

async function statusOf(id: string) {
  const [row] = await db().select().from(registrations).where(eq(registrations.id, id));
  return row?.status;
}

beforeEach(async () => {
  await db().delete(mails);
  await db().delete(events);
});

describe('the secretariat', () => {
  test('approves: a place while there is one, then the waiting list; never too many at once', async () => {
    const { id } = await openEvent({ capacityOnSite: 2, approval: true });
    const pending = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => guest(id, name, { status: 'pending' })),
    );
    await Promise.all(
      pending.map((one) => decideRegistration(admin, one.id, { decision: 'confirm', version: 1 })),
    );
    const states = await Promise.all(pending.map((one) => statusOf(one.id)));
    for (const status of ['confirmed', 'waitlisted']) {
      expect(states.filter((one) => one === status)).toHaveLength(2);
    }
    expect(await outboxMails('registration-confirmed')).toHaveLength(2);
    expect(await outboxMails('registration-waitlisted')).toHaveLength(2);
  });

  test('declines, and the next moves up; the stale page is refused', async () => {
    const { id } = await openEvent({ capacityOnSite: 1 });
    const a = await guest(id, 'a');
    const b = await guest(id, 'b', { status: 'waitlisted' });
    await decideRegistration(admin, a.id, { decision: 'decline', version: 1 });
    expect([await statusOf(a.id), await statusOf(b.id)]).toEqual(['declined', 'confirmed']);
    await expect(
      decideRegistration(admin, a.id, { decision: 'confirm', version: 1 }),
    ).rejects.toMatchObject({ code: 'error.changed-meanwhile' });
    await expect(
      decideRegistration(admin, a.id, { decision: 'confirm', version: 2 }),
    ).rejects.toMatchObject({ code: 'error.registration.full' });
    await decideRegistration(admin, a.id, {
      decision: 'confirm',
      version: 2,
      beyondCapacity: true,
    });
    expect(await statusOf(a.id)).toBe('confirmed');
  });

  test('does not decline unseen who has changed the registration and has a place now', async () => {
    const { slug } = await makeOpenEvent({ mode: 'hybrid', capacityOnSite: 1 });
    const [first, second] = await makePeople(2);
    if (!first || !second) throw new Error('nobody');
    await register(first, slug, placeInput());
    await register(second, slug, placeInput());
    const { registration: seen } = (await findOwnRegistration(second, { slug })) ?? {};
    if (seen?.status !== 'waitlisted') throw new Error('nobody waits');
    await changePlace(second, slug, { mode: 'online' });
    await expect(
      decideRegistration(admin, seen.id, { decision: 'decline', version: seen.version }),
    ).rejects.toMatchObject({ code: 'error.changed-meanwhile' });
    expect(await statusOf(seen.id)).toBe('confirmed');
  });

  test('marks who was there, for several at once, after the beginning only', async () => {
    const coming = await openEvent();
    const early = await guest(coming.id, 'early');
    await expect(
      decideRegistration(admin, early.id, { decision: 'attended', version: 1 }),
    ).rejects.toMatchObject({ code: 'error.registration.not-possible' });
    const past = await openEvent({ startsAt: '2026-03-01T09:00', endsAt: '2026-03-01T10:00' });
    const a = await guest(past.id, 'a');
    const b = await guest(past.id, 'b', { status: 'cancelled' });
    const keys = [a, b, early].map(versionKey);
    expect(await decideSeveral(admin, past.id, { decision: 'attended', keys })).toEqual({
      done: 1,
      waitlisted: 0,
      left: [{ id: b.id, name: 'b', why: 'state' }],
      unknown: 1,
    });
    expect([await statusOf(a.id), await statusOf(early.id)]).toEqual(['attended', 'confirmed']);
  });

  test.each(['cancelled', 'archived'] as const)(
    'decides nothing about an event that is %s, and moves nobody',
    async (status) => {
      const over = { startsAt: '2026-03-01T09:00', endsAt: '2026-03-01T10:00' };
      const { id } = await openEvent({ status, mode: 'hybrid', ...over });
      const asked = await guest(id, 'a', { status: 'pending' });
      const coming = await guest(id, 'b');
      const notPossible = { code: 'error.registration.not-possible' };
      await expect(
        decideRegistration(admin, asked.id, { decision: 'confirm', version: 1 }),
      ).rejects.toMatchObject(notPossible);
      await expect(
        decideRegistration(admin, coming.id, { decision: 'attended', version: 1 }),
      ).rejects.toMatchObject(notPossible);
      await expect(
        moveRegistration(admin, coming.id, { mode: 'online', version: 1, beyondCapacity: true }),
      ).rejects.toMatchObject(notPossible);
      expect([await statusOf(asked.id), await statusOf(coming.id)]).toEqual([
        'pending',
        'confirmed',
      ]);
      expect(await outboxMails()).toEqual([]);
    },
  );

  test('moves between on site and online, within the places', async () => {
    const { id } = await openEvent({ mode: 'hybrid', capacityOnSite: 1, capacityOnline: 1 });
    const a = await guest(id, 'a');
    const b = await guest(id, 'b', { status: 'waitlisted' });
    await moveRegistration(admin, a.id, { mode: 'online', version: 1, beyondCapacity: false });
    expect(await statusOf(b.id)).toBe('confirmed');
    const { registration } = await getRegistration(admin, b.id);
    const { version } = registration;
    await expect(
      moveRegistration(admin, b.id, { mode: 'online', version, beyondCapacity: false }),
    ).rejects.toMatchObject({ code: 'error.registration.full' });
  });

  test('adds a member by the address, a guest by name, and nobody twice', async () => {
    const { id } = await openEvent();
    const user = await makeUser(db());
    const person = {
      name: null,
      court: null,
      country: null,
      mode: 'on-site' as const,
      beyondCapacity: false,
    };
    await addRegistration(admin, id, { ...person, email: user.email });
    await expect(
      addRegistration(admin, id, { ...person, email: user.email }),
    ).rejects.toMatchObject({
      code: 'error.registration.known',
    });
    await expect(
      addRegistration(admin, id, { ...person, email: 'new@x.example' }),
    ).rejects.toMatchObject({
      code: 'error.invalid-input',
    });
    await addRegistration(admin, id, { ...person, name: 'New', email: 'new@x.example' });
    const { rows } = await listRegistrations(admin, id, all);
    expect(rows.map(({ email, isGuest }) => [email, isGuest])).toEqual([
      [user.email, false],
      ['new@x.example', true],
    ]);
    // Nobody has shown that this account has its address.
    const { email } = await makeUser(db(), { emailVerified: false });
    await addRegistration(admin, id, { ...person, name: 'Owner', email });
    expect((await outboxMails('registration-confirmed')).at(-1)?.recipient).toBe(email);
    const found = await listRegistrations(admin, id, { ...all, search: 'new' });
    expect(found.rows).toHaveLength(1);
  });

  test('reads 25 on a page, in the order of coming or in another', async () => {
    const { id } = await openEvent();
    for (const number of Array.from({ length: 27 }, (_, at) => at)) {
      await guest(id, `n${(number + 13) % 27}`.padEnd(4, 'x'), {
        queueNumber: number + 1,
        status: number === 5 ? 'declined' : 'confirmed',
      });
    }
    const first = await listRegistrations(admin, id, all);
    expect([first.rows.length, first.total, first.pages]).toEqual([25, 27, 2]);
    expect(first.rows[0]?.name).toBe('n13x');
    const query = registrationQueryOf(new URLSearchParams('sort=name&order=descending&page=2'));
    const last = await listRegistrations(admin, id, { ...all, ...query });
    expect(last.rows.map(({ name }) => name)).toEqual(['n10x', 'n0xx']);
    const declined = await listRegistrations(admin, id, { ...all, state: 'declined' });
    expect([declined.rows.length, declined.total, declined.pages]).toEqual([1, 1, 1]);
  });

  test('is asked before several people get an e-mail about a decision', async () => {
    const { id } = await openEvent();
    const people = [await guest(id, 'a'), await guest(id, 'b'), await guest(id, 'c')];
    const ids = people.map((one) => one.id);
    const keys = people.map(versionKey);
    const send = (fields: Record<string, string>, selected = keys.slice(0, 2)) => {
      const form = new FormData();
      for (const one of selected) form.append('selected', one);
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const pattern = '/administration/events/:id/registrations';
      return askRoute({ actor: admin, pattern, params: { id }, form });
    };
    expect(await send({ intent: 'decline' }, ['no id'])).toMatchObject({
      init: { status: 400 },
      data: { error: 'error.registration.none-chosen' },
    });
    expect(await send({ intent: 'decline' })).toMatchObject({
      data: {
        asked: {
          decision: 'decline',
          people: people.slice(0, 2).map((one, at) => ({ key: keys[at], name: one.guestName })),
        },
      },
    });
    expect(await Promise.all(ids.map(statusOf))).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(await send({ intent: 'decline', isSure: 'yes' })).toMatchObject({
      data: { several: { decision: 'decline', done: 2, left: [], unknown: 0 } },
    });
    expect(await Promise.all(ids.map(statusOf))).toEqual(['declined', 'declined', 'confirmed']);
  });

  test('brings nobody back who has left, nor moves up who is turned away', async () => {
    const { id } = await openEvent({ capacityOnSite: 1 });
    const [a, b] = [await guest(id, 'a'), await guest(id, 'b', { status: 'waitlisted' })];
    const gone = await guest(id, 'c', { status: 'cancelled' });
    const keys = [a, b, gone].map(versionKey);
    const left = [{ id: gone.id, name: 'c', why: 'state' }];
    expect(
      await decideSeveral(admin, id, { decision: 'confirm', keys: [versionKey(gone)] }),
    ).toMatchObject({ done: 0, left });
    expect(await statusOf(gone.id)).toBe('cancelled');
    const declined = await decideSeveral(admin, id, { decision: 'decline', keys });
    expect(declined).toMatchObject({ done: 2, left });
    expect(await statusOf(b.id)).toBe('declined');
    expect(await outboxMails('registration-moved-up')).toEqual([]);
    expect(await listRegistrations(admin, id, { ...all, page: 9 })).toMatchObject({
      page: 1,
      rows: [{}, {}, {}],
    });
  });

  test('deletes with a reason; the person is notified and the next moves up', async () => {
    const { id } = await openEvent({ capacityOnSite: 1 });
    const a = await guest(id, 'a');
    const b = await guest(id, 'b', { status: 'waitlisted' });
    await deleteRegistration(admin, a.id, 'Asked by telephone');
    expect([await statusOf(a.id), await statusOf(b.id)]).toEqual([undefined, 'confirmed']);
    const [mail] = await outboxMails('registration-cancelled');
    expect(mail?.calendar?.method).toBe('CANCEL');
  });

  test.each([
    { visibility: 'public', count: 1 },
    { visibility: 'members', count: 0 },
  ] as const)('writes of a deletion with $count links to a $visibility event', async (one) => {
    const { id, slug } = await openEvent({ visibility: one.visibility });
    await deleteRegistration(admin, (await guest(id, 'a')).id, 'Asked by telephone');
    const [mail] = await outboxMails('registration-cancelled');
    const links = [...(mail?.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, address]) => address);
    expect(links).not.toContainEqual(expect.stringContaining('/registration/'));
    const page = `https://association.example/events/${slug}`;
    expect(links.filter((address) => address === page)).toHaveLength(one.count);
  });

  test('allows a deleted person to register again, also in their calendar', async () => {
    const { id } = await openEvent({ status: 'published' });
    const one = await guest(id, 'a', { icsSequence: 3 });
    await deleteRegistration(admin, one.id, 'Entered twice');
    const again = { name: 'a', court: null, country: null, mode: 'on-site' as const };
    await addRegistration(admin, id, {
      ...again,
      email: 'a@guest.example',
      beyondCapacity: false,
    });
    const [deleted] = await outboxMails('registration-cancelled');
    const [added] = await outboxMails('registration-confirmed');
    const last = calendarIn(deleted).event;
    expect(calendarIn(added).event.uid).toBe(last.uid);
    expect(calendarIn(added).event.sequence).toBeGreaterThan(last.sequence);
  });

  test('takes the list as CSV without formulas, for a reason that stays in the log', async () => {
    const { id } = await openEvent({
      questions: [{ id: 'q', label: 'Meal?', kind: 'text', options: [], required: false }],
    });
    await guest(id, '=cmd()', {
      needs: '+1 wheelchair',
      answers: [{ id: 'q', question: 'Meal?', answer: '@fish' }],
    });
    const { csv } = await exportRegistrations(admin, id, { ...all, reason: 'Badges for the door' });
    expect(csv).toContain("'=cmd()");
    expect(csv).toContain("'+1 wheelchair");
    expect(csv).toContain("'@fish");
    const [entry] = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'registration.export'));
    expect(entry).toMatchObject({ targetId: id, reason: 'Badges for the door' });
    expect(JSON.stringify(entry)).not.toContain('cmd');
  });

  test('is administrators only', async () => {
    const { id } = await openEvent();
    const { id: one } = await guest(id, 'a');
    const notFound = { code: 'error.not-found' };
    for (const role of ['USER', 'UNAUTHENTICATED'] as const) {
      const actor = actorWithRole(role);
      const decision = { decision: 'decline', version: 1 } as const;
      await expect(listRegistrations(actor, id, all)).rejects.toMatchObject(notFound);
      await expect(getRegistration(actor, one)).rejects.toMatchObject(notFound);
      await expect(decideRegistration(actor, one, decision)).rejects.toMatchObject(notFound);
      await expect(deleteRegistration(actor, one, 'Because')).rejects.toMatchObject(notFound);
      await expect(
        exportRegistrations(actor, id, { ...all, reason: 'Because' }),
      ).rejects.toMatchObject(notFound);
    }
    expect(await statusOf(one)).toBe('confirmed');
  });
});
