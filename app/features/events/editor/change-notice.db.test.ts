import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeRegistration, makeUser } from '~/db/factories.server';
import { countParticipants } from '~/features/events/publication/event-steps.server';
import { restoreEventVersion } from '~/features/events/publication/event-versions.server';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import { actorWithRole } from '../../../../tests/support/people/actors';
import {
  inputOf,
  makeDraft,
  nextYear,
  readEvent,
  startInThreeLanguages,
  step,
} from '../../../../tests/support/texts/event-form';
import { saveEvent } from './editor.server';

const admin = actorWithRole('ADMIN');
const later = { startsAt: `${nextYear}-03-04T10:00`, baseVersion: '2' };

beforeEach(startInThreeLanguages);

/** A published event with four people to write to, and four others. */
async function publishedEvent(fields: Record<string, string> = {}): Promise<string> {
  const { id: eventId } = await makeDraft(fields);
  await step(eventId, { intent: 'publish' });
  const register = async (registration: Partial<typeof schema.eventRegistrations.$inferInsert>) => {
    const { id: userId } = await makeUser(db());
    await makeRegistration(db(), { eventId, userId, ...registration });
    return userId;
  };
  await register({});
  await register({ status: 'waitlisted', language: 'fr' });
  await register({ status: 'pending', language: 'de' });
  const guest = { guestName: 'Gesa Gast', guestEmail: 'gesa@guest.example' };
  await register({ userId: null, ...guest });
  await register({ status: 'cancelled' });
  await register({ status: 'declined' });
  await register({ userId: null });
  const suspended = await register({});
  await db()
    .update(schema.users)
    .set({ suspendedAt: new Date() })
    .where(eq(schema.users.id, suspended));
  return eventId;
}

describe('a change of an event', () => {
  test('is e-mailed to as many people as the editor says', async () => {
    const id = await publishedEvent();
    expect(await countParticipants(admin, id)).toEqual({ registered: 6, mailed: 4 });
    await saveEvent(admin, id, inputOf(later));
    expect(await outboxMails('registration-changed')).toHaveLength(4);
  });

  test('as its cancellation', async () => {
    const id = await publishedEvent();
    await step(id, { intent: 'cancel', reason: 'The hall is closed.' });
    expect(await outboxMails('registration-event-cancelled')).toHaveLength(4);
  });

  test('is e-mailed with its reason, as it was typed', async () => {
    const id = await publishedEvent();
    const changeReason = 'The <b>hall</b> & $t(events.cancelled) {{count}} is closed';
    await saveEvent(admin, id, inputOf({ ...later, changeReason }));
    const mails = await outboxMails('registration-changed');
    const labels = ['Reason for the change:', 'Motif du changement\u00a0:', 'Grund der Änderung:'];
    for (const label of labels) expect(mails.map(({ text }) => text).join()).toContain(label);
    for (const { text, html } of mails) {
      expect(text).toContain(changeReason);
      expect(html).toContain(
        'The &lt;b&gt;hall&lt;/b&gt; &amp; $t(events.cancelled) {{count}} is closed',
      );
    }
    const kept = [
      await db().select().from(schema.events),
      await db().select().from(schema.publicationVersions),
    ];
    expect(JSON.stringify(kept)).not.toContain('is closed');
    const [entry] = await db()
      .select()
      .from(schema.auditEntries)
      .where(eq(schema.auditEntries.reason, changeReason));
    expect(entry).toMatchObject({ action: 'event.save', targetId: id });
  });

  test('without a reason says nothing of one', async () => {
    const id = await publishedEvent();
    await saveEvent(admin, id, inputOf(later));
    for (const { text } of await outboxMails('registration-changed')) {
      expect(text).not.toMatch(/Reason|Motif|Grund/);
    }
  });

  test('of an event for members keeps the reason out of the e-mail', async () => {
    const id = await publishedEvent({ visibility: 'members' });
    const changeReason = 'The hall is closed';
    await saveEvent(admin, id, inputOf({ ...later, visibility: 'members', changeReason }));
    const mails = await outboxMails('registration-changed');
    expect(mails).toHaveLength(4);
    expect(JSON.stringify(mails)).not.toMatch(/hall is closed|Reason for/);
  });

  test('that is a small correction is e-mailed to nobody, with a reason or without', async () => {
    const id = await publishedEvent();
    await saveEvent(admin, id, inputOf({ ...later, quiet: 'on', changeReason: 'A slip' }));
    expect(await outboxMails('registration-changed')).toEqual([]);
  });

  test('by an earlier version is e-mailed unless it is a small correction', async () => {
    const id = await publishedEvent();
    await saveEvent(admin, id, inputOf({ ...later, quiet: 'on' }));
    await restoreEventVersion(admin, { id, version: 3 }, { number: 2, quiet: true });
    expect(await outboxMails('registration-changed')).toEqual([]);
    await restoreEventVersion(admin, { id, version: 4 }, { number: 3, quiet: false });
    expect(await outboxMails('registration-changed')).toHaveLength(4);
  });
});

test('a reason that is too long is refused beside its field, and kept', () => {
  const changeReason = 'x'.repeat(301);
  const form = readEvent({ changeReason });
  expect(form).toMatchObject({
    ok: false,
    fieldErrors: { changeReason: 'form.too-long' },
    values: { changeReason },
  });
});
