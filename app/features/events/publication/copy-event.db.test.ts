import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeEvent, makeRegistration, makeUser, paragraphs } from '~/db/factories.server';
import { listVersions } from '~/features/content/versions/versions.server';
import { getEventForEditing } from '~/features/events/editor/editor.server';
import { getEvent } from '~/features/events/events.server';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { nextYear, startInThreeLanguages, step } from '../../../../tests/support/texts/event-form';
import { makeSeminar, translate } from '../../../../tests/support/texts/translated-event';
import { copyEvent } from './copy-event.server';
import { listEventVersions } from './event-versions.server';

const { auditEntries, events, eventRegistrations, eventTranslations, mails } = schema;
let admin: SignedInActor;

beforeEach(async () => {
  await startInThreeLanguages();
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

/** Copies an event and reads what became of it. */
async function copyOf(id: string) {
  const copy = randomUUID();
  await copyEvent(admin, id, copy);
  return getEventForEditing(admin, copy);
}

const translationsOf = (id: string) =>
  db()
    .select()
    .from(eventTranslations)
    .where(eq(eventTranslations.translationGroup, id))
    .orderBy(asc(eventTranslations.language));

const correction = { date: '2026-11-20', text: 'It is in Vienna.' };

describe('the copy of an event', () => {
  test('is a draft with its texts, programme, settings and dates', async () => {
    const { id } = await makeSeminar({ corrections: JSON.stringify([correction]) });
    const original = await getEventForEditing(admin, id);
    const copy = await copyOf(id);
    expect(copy).toMatchObject({
      status: 'draft',
      version: 1,
      title: 'Copy of A seminar in Vienna',
      slug: 'copy-of-a-seminar-in-vienna',
      startsAt: original.startsAt,
      startsAtInstant: new Date(`${nextYear}-03-04T08:00:00Z`),
      closesAtInstant: new Date(`${nextYear}-02-20T17:00:00Z`),
      sessions: original.sessions,
      questions: original.questions,
      capacityOnSite: 20,
      feeText: 'Nothing',
      body: original.body,
      rendered: original.rendered,
      createdBy: admin.id,
    });
    await expect(getEvent(anonymous, copy.slug)).rejects.toMatchObject({
      code: 'error.not-found',
    });
    const { versions } = await listEventVersions(admin, copy.id);
    expect(versions).toHaveLength(1);
  });

  test('has nothing that belongs to the one date, and tells nobody', async () => {
    const { id } = await makeSeminar({ corrections: JSON.stringify([correction]) });
    await makeRegistration(db(), { eventId: id, guestName: 'G', guestEmail: 'g@court.example' });
    await step(id, { intent: 'cancel', reason: 'The hall is closed.' });
    await db().delete(mails);
    await db().update(schema.events).set({ coverFocus: 'top' });
    const copy = await copyOf(id);
    expect(copy).toMatchObject({
      joinUrl: null,
      documents: [],
      attachments: [],
      cover: null,
      coverFocus: 'centre',
      corrections: [],
      cancelledReason: null,
      icsSequence: 0,
    });
    expect(await db().$count(eventRegistrations, eq(eventRegistrations.eventId, copy.id))).toBe(0);
    expect(await db().$count(mails)).toBe(0);
  });

  test('has the translations as drafts, without their corrections; a withdrawn one stays behind', async () => {
    const { id, opening } = await makeSeminar();
    const words = { sessions: [{ id: opening, title: 'Ouverture', room: '' }] };
    await translate(admin, { id }, { ...words, corrections: [correction] });
    const german = await translate(admin, { id }, {}, { into: 'de' });
    await db()
      .update(eventTranslations)
      .set({ status: 'archived' })
      .where(eq(eventTranslations.id, german.id));
    const copy = await copyOf(id);
    const [french, ...others] = await translationsOf(copy.id);
    expect(others).toEqual([]);
    expect(french).toMatchObject({
      language: 'fr',
      status: 'draft',
      title: 'Copie de Un séminaire',
      slug: copy.slug,
      summary: 'De quoi il s’agit.',
      sessions: words.sessions,
      corrections: [],
    });
    expect(copy.sessions[0]?.id).toBe(opening);
    const place = { kind: 'event-translation' as const, id: french?.id ?? '' };
    expect((await listVersions(admin, place)).versions).toHaveLength(1);
  });

  test('is made once, however often the form arrives, and noted once', async () => {
    const { id } = await makeSeminar();
    await translate(admin, { id }, {});
    const copy = randomUUID();
    await Promise.all([copyEvent(admin, id, copy), copyEvent(admin, id, copy)]);
    await copyEvent(admin, id, copy);
    expect(await db().$count(events)).toBe(2);
    expect(await translationsOf(copy)).toHaveLength(1);
    const isAbout = eq(auditEntries.targetId, copy);
    const noted = await db().select().from(auditEntries).where(isAbout);
    expect(noted.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['event.create', admin.id],
    ]);
    const other = actorOf(await makeUser(db(), { role: 'ADMIN' }));
    await expect(copyEvent(other, id, copy)).rejects.toMatchObject({ code: 'error.invalid-input' });
  });

  test('gets an address of its own each time, and a title that fits', async () => {
    const { id } = await makeEvent(db(), { title: `${'Long '.repeat(31)}title` });
    const [first, second] = [await copyOf(id), await copyOf(id)];
    expect(second.slug).not.toBe(first.slug);
    expect(first.title.length).toBeLessThanOrEqual(160);
    expect(first.title).toMatch(/^Copy of Long .*…$/);
  });

  test('is not made of a text whose picture is missing', async () => {
    const { id } = await makeSeminar();
    const attrs = { id: randomUUID(), width: 300, height: 200, alt: 'The hall' };
    const body = {
      ...paragraphs('Words.'),
      content: [...paragraphs('Words.').content, { type: 'picture' as const, attrs }],
    };
    const french = await translate(admin, { id }, {});
    await db().update(eventTranslations).set({ body }).where(eq(eventTranslations.id, french.id));
    await expect(copyOf(id)).rejects.toMatchObject({ code: 'error.event.not-copyable' });
    await db().delete(eventTranslations);
    await db().update(events).set({ body }).where(eq(events.id, id));
    await expect(copyOf(id)).rejects.toMatchObject({ code: 'error.event.not-copyable' });
    expect(await db().$count(events)).toBe(1);
  });

  test('is for administrators, of what is there', async () => {
    const { id } = await makeSeminar();
    const notFound = { code: 'error.not-found' };
    for (const actor of [actorWithRole('USER'), anonymous]) {
      await expect(copyEvent(actor, id, randomUUID())).rejects.toMatchObject(notFound);
    }
    for (const unknown of ['new', randomUUID()]) {
      await expect(copyOf(unknown)).rejects.toMatchObject(notFound);
    }
    expect(await db().$count(events)).toBe(1);
  });
});
