import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { getEventForEditing, saveEvent } from '~/features/events/editor/editor.server';
import { getEvent, inAllWords } from '~/features/events/events.server';
import { localizeAnswer } from '~/features/content/reading/event-translation';
import { editingSchema } from '~/features/content/editor/editing-schemas';
import { eventWordsRows } from '~/features/content/editor/event-words-rows';
import { saveText } from '~/features/content/publishing/saving.server';
import { compareVersions } from '~/features/content/versions/versions.server';
import { listFilterSchema } from '~/features/events/registrations/registration-schemas';
import { exportRegistrations } from '~/features/events/registration-admin/registration-export.server';
import { registrationSchema } from '~/features/events/registrations/registration-schemas';
import {
  findOwnRegistration,
  getOffer,
  register,
} from '~/features/events/registrations/registrations.server';
import { searchSite } from '~/features/search/search.server';
import { actorOf } from '../../../../tests/support/people/actors';
import {
  inputOf,
  nextYear,
  startInThreeLanguages,
} from '../../../../tests/support/texts/event-form';
import {
  makeSeminar,
  translate,
  typedTranslation,
} from '../../../../tests/support/texts/translated-event';

let admin: SignedInActor;
const kind = 'event-translation' as const;

beforeEach(async () => {
  await startInThreeLanguages();
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const meal = {
  id: 'meal',
  label: 'Repas ?',
  options: [{ of: 'Fish', label: 'Poisson' }],
};

describe('programme, fee and questions of an event', () => {
  test('are read in one’s own language as far as they are translated', async () => {
    const seminar = await makeSeminar();
    const { opening, slug } = seminar;
    const sessions = [{ id: opening, title: 'Ouverture', room: '' }];
    await translate(admin, seminar, { sessions, feeText: 'Gratuit', questions: [meal] });
    const french = await getEvent(anonymous, slug, 'fr');
    expect(french.sessions).toMatchObject([
      {
        title: 'Ouverture',
        language: 'fr',
        room: 'Hall',
        roomLanguage: 'en',
        speakers: ['A', 'B'],
      },
    ]);
    expect(french).toMatchObject({
      feeText: 'Gratuit',
      photoPolicy: 'None',
      spoken: { feeText: 'fr', photoPolicy: 'en' },
    });
    expect(french.questions).toMatchObject([
      {
        id: 'meal',
        label: 'Repas ?',
        language: 'fr',
        options: [
          { value: 'Fish', label: 'Poisson' },
          { value: 'None', label: 'None' },
        ],
      },
    ]);
    for (const language of ['en', 'de']) {
      expect(await getEvent(anonymous, slug, language)).toMatchObject({
        feeText: 'Nothing',
        spoken: { feeText: 'en' },
        sessions: [{ title: 'Opening', language: 'en' }],
        questions: [{ label: 'Meal?', language: 'en' }],
      });
    }
    const found = await searchSite(anonymous, { query: 'ouverture', language: 'fr' });
    expect(found.results.map(({ address }) => address)).toEqual([`/events/${slug}`]);
  });

  test('are not read before the translation is published, and no more than the event says', async () => {
    const seminar = await makeSeminar({ feeText: '' });
    const place = await translate(admin, seminar, { feeText: 'Gratuit' }, { intent: 'save' });
    expect((await getEvent(anonymous, seminar.slug, 'fr')).spoken.feeText).toBe('en');
    await saveText(admin, place, typedTranslation({ feeText: 'Gratuit' }, { baseVersion: 2 }));
    expect(await getEvent(anonymous, seminar.slug, 'fr')).toMatchObject({
      language: 'fr',
      feeText: null,
    });
    const changes = await compareVersions(admin, place, { from: 1, to: 3 });
    expect(changes.map(({ field }) => field)).toContain('feeText');
  });

  test('stay with their session when the programme is put in another order or corrected', async () => {
    const seminar = await makeSeminar();
    const { opening } = seminar;
    await translate(admin, seminar, {
      sessions: [{ id: opening, title: 'Ouverture', room: 'Salle' }],
    });
    const { version } = await getEventForEditing(admin, seminar.id);
    const row = {
      startsAt: `${nextYear}-03-04T11:00`,
      endsAt: `${nextYear}-03-04T12:00`,
      room: 'Hall',
      speakers: '',
    };
    const rows = [
      { ...row, title: 'Before' },
      { ...row, id: opening, title: 'The opening' },
      // Copied with its name, it is another session.
      { ...row, id: opening, title: 'The opening again' },
    ];
    const input = inputOf({ baseVersion: String(version), sessions: JSON.stringify(rows) });
    expect(await saveEvent(admin, seminar.id, input)).toMatchObject({ ok: true });
    const { sessions } = await getEvent(anonymous, seminar.slug, 'fr');
    expect(sessions.map(({ title, room }) => `${title} ${room}`)).toEqual([
      'Before Hall',
      'Ouverture Salle',
      'The opening again Hall',
    ]);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(3);
  });
});

describe('answers', () => {
  test('are given in one’s own language, kept in the event’s and read in either', async () => {
    const seminar = await makeSeminar();
    const place = await translate(admin, seminar, { questions: [meal] });
    const people = [actorOf(await makeUser(db())), actorOf(await makeUser(db()))] as const;
    const { event } = await getOffer(people[0], seminar.slug);
    const schemaOfForm = registrationSchema(event.questions);
    const form = { intent: 'register', mode: 'on-site', needs: '' };
    expect(schemaOfForm.safeParse({ ...form, 'question-meal': 'Poisson' }).success).toBe(false);
    const given = schemaOfForm.parse({ ...form, 'question-meal': 'Fish' });
    await register(people[0], seminar.slug, { ...given, language: 'fr' });
    await register(people[1], seminar.slug, given);
    const own = await findOwnRegistration(people[0], { slug: seminar.slug });
    const [answer] = own?.registration.answers ?? [];
    if (!own || !answer) throw new Error('There is an answer');
    expect(answer).toEqual({ id: 'meal', question: 'Meal?', answer: 'Fish' });
    const asked = async (language: string) =>
      localizeAnswer((await inAllWords(own.event, language)).questions, answer);
    expect(await asked('fr')).toEqual({ question: 'Repas ?', answer: 'Poisson', language: 'fr' });
    expect(await asked('de')).toEqual({ question: 'Meal?', answer: 'Fish', language: 'en' });
    const { csv } = await exportRegistrations(admin, seminar.id, {
      ...listFilterSchema.parse({}),
      reason: 'For the kitchen',
    });
    expect(csv).toContain('Meal?');
    expect(csv.match(/Fish/g)).toHaveLength(2);
    expect(csv).not.toMatch(/Repas|Poisson/);
    // Other words for the same question change no answer.
    const again = { ...meal, label: 'Déjeuner ?', options: [{ of: 'Meat', label: 'Viande' }] };
    await saveText(admin, place, typedTranslation({ questions: [again] }, { baseVersion: 2 }));
    expect(await asked('fr')).toEqual({ question: 'Déjeuner ?', answer: 'Fish', language: 'fr' });
    expect(localizeAnswer([], answer)).toMatchObject({ question: 'Meal?', answer: 'Fish' });
  });
});

describe('what is typed of an event in a further language', () => {
  const form = {
    baseVersion: '1',
    versionName: '',
    title: 'Un séminaire',
    summary: 'Résumé',
    coverAlt: '',
    corrections: '',
    body: 'Un texte.',
  };
  const question = { id: 'meal', label: 'Repas ?', options: 'Poisson\n', of: 'Fish\nNone' };
  const read = (fields: Record<string, unknown>) =>
    editingSchema(kind).safeParse({
      ...form,
      ...Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    });

  test('is kept with what it stands for; what is empty is not kept', () => {
    const nothing = { id: 'other', label: '', options: '\n', of: 'A\nB' };
    const sessions = [
      { id: 's1', title: 'Ouverture', room: '' },
      { id: 's2', title: '', room: '' },
    ];
    expect(read({ questions: [question, nothing], sessions }).data?.content.fields).toMatchObject({
      questions: [{ id: 'meal', options: [{ of: 'Fish', label: 'Poisson' }] }],
      sessions: [{ id: 's1' }],
      feeText: '',
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ['fewer options', { questions: [{ ...question, options: 'Poisson' }] }],
    ['more options', { questions: [{ ...question, options: 'Poisson\nRien\nTout' }] }],
    ['what is no name', { sessions: [{ id: '../x', title: 'a', room: '' }] }],
    ['what a row does not have', { sessions: [{ id: 'a', title: 'a', room: '', startsAt: '' }] }],
    ['what is no row', { sessions: ['x', 1, null] }],
    ['what is no list', { questions: '{"__proto__":{"a":1}}' }],
    ['what is no JSON', { questions: '[' }],
    [
      'rows without end',
      {
        sessions: Array.from({ length: 201 }, (_, at) => ({ id: `s${at}`, title: 'a', room: '' })),
      },
    ],
    ['a NUL', { feeText: 'a\0b' }],
    ['words without end', { cancelledReason: 'x'.repeat(1001) }],
    ['what the form does not have', { status: 'published' }],
  ])('is refused: %s', (_name, fields) => {
    expect(read(fields).success).toBe(false);
  });

  test('stands beside the event’s rows of today', () => {
    const own = { id: 'meal', label: 'Meal?', kind: 'choice', required: false } as const;
    const written = JSON.stringify([
      { id: 'meal', label: 'Repas ?', options: [{ of: 'Fish', label: 'Poisson' }] },
      { id: 'gone', label: 'Partie', options: [] },
    ]);
    const options = ['Meat', 'Fish'];
    const [row, ...more] = eventWordsRows.questions([{ ...own, options }], written);
    expect(row).toEqual({ id: 'meal', label: 'Repas ?', options: '\nPoisson', of: 'Meat\nFish' });
    expect(more).toEqual([]);
    // As a draft has it, written when the options stood in another order, or all in one field.
    const inFields = { ...question, options: 'Poisson\nRien' };
    const inOne = { ...question, options: 'Poisson; Rien', of: 'Fish; None' };
    for (const draft of [inFields, inOne]) {
      expect(
        eventWordsRows.questions([{ ...own, options }], JSON.stringify([draft])),
      ).toMatchObject([{ options: '\nPoisson' }]);
    }
    expect(eventWordsRows.sessions([], '<script>')).toEqual([]);
  });

  test('is written by administrators alone', async () => {
    const seminar = await makeSeminar();
    const place = await translate(admin, seminar, {});
    const member = actorOf(await makeUser(db()));
    for (const actor of [member, anonymous]) {
      await expect(
        saveText(actor, place, typedTranslation({ feeText: 'Mine' }, { baseVersion: 2 })),
      ).rejects.toMatchObject({ code: 'error.not-found' });
    }
    const { eventTranslations } = schema;
    const mine = eq(eventTranslations.feeText, 'Mine');
    expect(await db().$count(eventTranslations, mine)).toBe(0);
  });
});
