import { eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { getEventForEditing } from '~/features/events/editor/editor.server';
import { getEvent } from '~/features/events/events.server';
import { saveCancellationReasons } from '~/features/content/publishing/publishing.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { register } from '~/features/events/registrations/registrations.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { startInThreeLanguages, step } from '../../../../tests/support/texts/event-form';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import {
  makeSeminar,
  translate,
  translatedWords,
  typedTranslation,
} from '../../../../tests/support/texts/translated-event';

let admin: SignedInActor;

beforeEach(async () => {
  await startInThreeLanguages();
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

test('a cancellation is sent with its reason in the language of the registration', async () => {
  const seminar = await makeSeminar();
  await translate(admin, seminar, { cancelledReason: 'La salle est fermée.' });
  for (const language of ['fr', 'de', undefined]) {
    const person = actorOf(await makeUser(db()));
    const answers = [{ id: 'meal', question: 'Meal?', answer: 'Fish' }];
    const rest = { needs: null, listConsent: null, photoConsent: false };
    await register(person, seminar.slug, { mode: 'on-site', ...rest, answers, language });
  }
  expect((await getEvent(anonymous, seminar.slug, 'fr')).cancelledReason).toBeNull();
  const { version } = await getEventForEditing(admin, seminar.id);
  await step(seminar.id, { intent: 'cancel', version: String(version), reason: 'No hall.' });
  const mails = await outboxMails('registration-event-cancelled');
  expect(mails.map(({ text }) => /La salle est fermée\.|No hall\./.exec(text ?? '')?.[0])).toEqual([
    'La salle est fermée.',
    'No hall.',
    'No hall.',
  ]);
  expect(await getEvent(anonymous, seminar.slug, 'fr')).toMatchObject({
    cancelledReason: 'La salle est fermée.',
    spoken: { cancelledReason: 'fr' },
  });
  expect(await getEvent(anonymous, seminar.slug, 'de')).toMatchObject({
    cancelledReason: 'No hall.',
    spoken: { cancelledReason: 'en' },
  });
});

describe('why it is cancelled, given for all languages when it is', () => {
  const reasons = { languages: ['fr', 'de'], reasons: ['La salle est fermée.', ''] };
  const cancel = (seminar: { id: string }, given: Record<string, string[]>) =>
    step(seminar.id, { intent: 'cancel', reason: 'No hall.', ...given });
  const reasonIn = async (slug: string, language: string) =>
    (await getEvent(anonymous, slug, language)).cancelledReason;

  test('is public and sent at once, and is a revision of the translation', async () => {
    const seminar = await makeSeminar();
    const place = await translate(admin, seminar, {});
    const person = actorOf(await makeUser(db()));
    const answers = [{ id: 'meal', question: 'Meal?', answer: 'Fish' }];
    const rest = { needs: null, listConsent: null, photoConsent: false };
    await register(person, seminar.slug, { mode: 'on-site', ...rest, answers, language: 'fr' });
    await translate(admin, seminar, { cancelledReason: 'Kein Saal.' }, { into: 'de' });
    await cancel(seminar, reasons);
    expect(await reasonIn(seminar.slug, 'en')).toBe('No hall.');
    expect(await reasonIn(seminar.slug, 'fr')).toBe('La salle est fermée.');
    // What is left empty is none: then the reason of the event is read.
    expect(await reasonIn(seminar.slug, 'de')).toBe('No hall.');
    const [mail] = await outboxMails('registration-event-cancelled');
    expect(mail?.text).toContain('La salle est fermée.');
    const versions = await db()
      .select()
      .from(schema.publicationVersions)
      .where(eq(schema.publicationVersions.publicationId, place.id))
      .orderBy(schema.publicationVersions.number);
    expect(versions.at(-1)).toMatchObject({
      isPublished: true,
      content: { title: translatedWords.title, cancelledReason: 'La salle est fermée.' },
    });
  });

  test('stays what it was in a language that is not asked about', async () => {
    const seminar = await makeSeminar();
    await translate(admin, seminar, {});
    await translate(admin, seminar, { cancelledReason: 'Kein Saal.' }, { into: 'de' });
    await cancel(seminar, { languages: ['fr'], reasons: [''] });
    expect(await reasonIn(seminar.slug, 'de')).toBe('Kein Saal.');
    expect(await reasonIn(seminar.slug, 'fr')).toBe('No hall.');
  });

  test('is noted at the end, so that nobody waits for the mails to be written', async () => {
    const seminar = await makeSeminar();
    const place = await translate(admin, seminar, {});
    const told = { event: seminar.id, reasons: [{ language: 'fr', reason: 'Fermé.' }] };
    await transaction(async (tx) => {
      expect(await saveCancellationReasons(tx, admin, told)).toMatchObject([
        { target: { id: place.id } },
      ]);
      const held = sql`select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`;
      expect((await tx.execute(held)).rows).toEqual([]);
    });
    await cancel(seminar, { languages: ['fr'], reasons: ['La salle est fermée.'] });
    const { targetId, action, seq } = schema.auditEntries;
    const entries = await db()
      .select({ targetId, action })
      .from(schema.auditEntries)
      .where(inArray(targetId, [place.id, seminar.id]))
      .orderBy(seq);
    expect(entries.slice(-2)).toEqual([
      { targetId: place.id, action: 'content.publish' },
      { targetId: seminar.id, action: 'event.cancel' },
    ]);
  });

  test('leaves other changes waiting, and is not taken back by them', async () => {
    const seminar = await makeSeminar();
    const place = await translate(admin, seminar, {});
    await saveText(
      admin,
      place,
      typedTranslation({ title: 'Autrement' }, { intent: 'save', baseVersion: 2 }),
    );
    await cancel(seminar, reasons);
    expect(await getEvent(anonymous, seminar.slug, 'fr')).toMatchObject({
      title: translatedWords.title,
      cancelledReason: 'La salle est fermée.',
    });
    const [waiting] = await db().select().from(schema.pendingChanges);
    expect(waiting?.content).toMatchObject({
      title: 'Autrement',
      cancelledReason: 'La salle est fermée.',
    });
    // Who had it open is told that it has changed.
    await expect(saveText(admin, place, typedTranslation({}, { baseVersion: 3 }))).rejects.toThrow(
      'error.changed-meanwhile',
    );
  });

  test('for a language without a translation cancels nothing', async () => {
    const seminar = await makeSeminar();
    await expect(cancel(seminar, reasons)).rejects.toThrow('error.changed-meanwhile');
    expect((await getEventForEditing(admin, seminar.id)).status).toBe('published');
    expect(await outboxMails('registration-event-cancelled')).toEqual([]);
  });
});
