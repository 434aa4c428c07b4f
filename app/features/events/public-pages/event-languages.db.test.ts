import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeEvent, makeUser } from '~/db/factories.server';
import { takeEventStep } from '~/features/events/publication/event-steps.server';
import { saveEvent } from '~/features/events/editor/editor.server';
import {
  getEvent,
  listCalendarEntries,
  listEventAddresses,
  listUpcomingEvents,
} from '~/features/events/events.server';
import { listTopicLinks } from '~/features/forum/topics/topic-links.server';
import { nextPublicChange } from '~/features/content/pages/public-moments.server';
import { createText } from '~/features/content/publishing/new-texts.server';
import { findPreviewedEvent, makePreviewLink } from '~/features/content/previews/previews.server';
import { setExpiry, withdrawText } from '~/features/content/publishing/publication-states.server';
import { saveText } from '~/features/content/publishing/saving.server';
import { getTextForEditing } from '~/features/content/publishing/texts.server';
import { compareVersions, restoreVersion } from '~/features/content/versions/versions.server';
import { register } from '~/features/events/registrations/registrations.server';
import { searchSite } from '~/features/search/search.server';
import { makeSitemap } from '~/pages/site-map/sitemap.server';
import { actorOf } from '../../../../tests/support/people/actors';
import {
  inputOf,
  makeDraft,
  startInThreeLanguages,
  step,
} from '../../../../tests/support/texts/event-form';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import {
  translate as translateEvent,
  typedTranslation,
} from '../../../../tests/support/texts/translated-event';

let admin: SignedInActor;
const kind = 'event-translation' as const;

beforeEach(async () => {
  await startInThreeLanguages();
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const translate = (
  event: { id: string },
  into = 'fr',
  wishes: Parameters<typeof typedTranslation>[1] = {},
) => translateEvent(admin, event, {}, { into, ...wishes });

const titleFor = async (language: string, slug = 'seminar') => {
  const { title, language: spoken } = await getEvent(anonymous, slug, language);
  return `${spoken} ${title}`;
};

describe('an event in several languages', () => {
  test('is read in one’s own where it is published, else in that of the site', async () => {
    const event = await makeEvent(db(), { slug: 'seminar', title: 'A seminar' });
    const place = await translate(event, 'fr', { intent: 'save' });
    expect(await titleFor('fr')).toBe('en A seminar');
    await saveText(admin, place, typedTranslation({}, { baseVersion: 2 }));
    expect(await titleFor('fr')).toBe('fr Un séminaire');
    expect(await titleFor('de')).toBe('en A seminar');
    expect(await getEvent(anonymous, 'seminar', 'de')).toMatchObject({ languages: ['en', 'fr'] });
    const own = await makeEvent(db(), { slug: 'colloque', title: 'Un colloque', language: 'fr' });
    expect(await titleFor('de', 'colloque')).toBe('fr Un colloque');
    await translate(own, 'en');
    expect(await titleFor('de', 'colloque')).toBe('en Un séminaire');
    expect(await titleFor('fr', 'colloque')).toBe('fr Un colloque');
  });

  test('has one text in each language, even when two editors start together', async () => {
    const event = await makeEvent(db(), { slug: 'seminar', title: 'A seminar' });
    const begin = () =>
      createText(admin, { kind, language: 'fr', title: 'Un texte', of: event.id });
    const begun = await Promise.allSettled([begin(), begin(), begin()]);
    const refused = begun.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(Array.from({ length: 2 }, () => 'error.content.language-taken'));
  });

  test('has the same words in lists, calendars and the sitemap', async () => {
    const event = await makeEvent(db(), { slug: 'seminar', title: 'A seminar' });
    await translate(event);
    await translate(await makeEvent(db(), { visibility: 'members', slug: 'inside' }));
    await translate(await makeEvent(db(), { status: 'draft', slug: 'unwritten' }));
    const listed = async (language: string) =>
      (await listUpcomingEvents(anonymous, { language })).map(({ title }) => title);
    expect(await listed('fr')).toEqual(['Un séminaire']);
    expect(await listed('en')).toEqual(['A seminar']);
    const [entry] = await listCalendarEntries(anonymous, 'fr');
    expect(entry?.title).toBe('Un séminaire');
    expect(await listEventAddresses(anonymous)).toEqual([
      { slug: 'seminar', language: 'en' },
      { slug: 'seminar', language: 'fr' },
    ]);
    const sitemap = await makeSitemap();
    expect(sitemap).toContain(
      'hreflang="fr" href="https://association.example/events/seminar?language=fr"',
    );
    expect(sitemap).toMatch(/hreflang="x-default" href="[^"]+\/events\/seminar"/);
    expect(sitemap).not.toMatch(/inside|unwritten/);
  });

  test('is found by the words of each language, by the rules of that language', async () => {
    const event = await makeEvent(db(), { slug: 'seminar', title: 'A seminar' });
    await translate(event);
    const inside = await makeEvent(db(), { slug: 'inside', visibility: 'members' });
    await translate(inside);
    const found = async (actor: Actor) => {
      const answer = await searchSite(actor, { query: 'jugement anonymisé', language: 'fr' });
      return answer.results.map(({ address, title }) => `${address} ${title}`).toSorted();
    };
    expect(await found(anonymous)).toEqual(['/events/seminar Un séminaire']);
    expect(await found(admin)).toEqual([
      '/events/inside Un séminaire',
      '/events/seminar Un séminaire',
    ]);
    await db().delete(schema.eventTranslations);
    expect(await found(anonymous)).toEqual([]);
  });

  test('each of them runs out and is withdrawn by itself', async () => {
    const event = await makeEvent(db(), { slug: 'seminar', title: 'A seminar' });
    const place = await translate(event);
    // Away from midnight, when what pages say of the day changes as well.
    const noon = new Date('2040-06-05T10:00:00Z');
    const soon = new Date(Number(noon) + 3_600_000);
    const publishAt = new Date('2019-01-01');
    await db().update(schema.eventTranslations).set({ publishAt, expireAt: soon });
    expect(await nextPublicChange(['events'], noon)).toEqual(soon);
    await setExpiry(admin, { ...place, baseVersion: 2 }, '2020-01-01T10:00');
    expect(await titleFor('fr')).toBe('en A seminar');
    await setExpiry(admin, { ...place, baseVersion: 3 }, '');
    expect(await titleFor('fr')).toBe('fr Un séminaire');
    await withdrawText(admin, { ...place, baseVersion: 4 }, 'It was not checked.');
    expect(await titleFor('fr')).toBe('en A seminar');
  });

  test('changes to one that is public wait, are previewed, compared and restored', async () => {
    const event = await makeEvent(db(), { slug: 'seminar', title: 'A seminar' });
    const place = await translate(event);
    await saveText(
      admin,
      place,
      typedTranslation({ title: 'Un autre' }, { intent: 'save', baseVersion: 2 }),
    );
    expect(await titleFor('fr')).toBe('fr Un séminaire');
    const token = (await makePreviewLink(admin, place, 1)).replace('/preview/', '');
    expect(await findPreviewedEvent(anonymous, token)).toMatchObject({
      title: 'Un autre',
      language: 'fr',
      ownLanguage: 'en',
    });
    const changes = await compareVersions(admin, place, { from: 2, to: 3 });
    expect(changes.map(({ field }) => field)).toEqual(['title']);
    await restoreVersion(admin, { ...place, baseVersion: 3 }, 2);
    expect((await getTextForEditing(admin, kind, place.id)).content.fields.title).toBe(
      'Un séminaire',
    );
  });

  test('there is one text for each language, and none for an event that is not', async () => {
    const event = await makeEvent(db(), { slug: 'seminar' });
    await translate(event);
    for (const language of ['en', 'fr']) {
      await expect(
        createText(admin, { kind, language, title: 'Again', of: event.id }),
      ).rejects.toMatchObject({ code: 'error.content.language-taken' });
    }
    for (const of of [crypto.randomUUID(), undefined]) {
      await expect(
        createText(admin, { kind, language: 'de', title: 'Of nothing', of }),
      ).rejects.toMatchObject({ code: 'error.not-found' });
    }
    const draft = await makeDraft();
    await translate(draft, 'de');
    const moved = inputOf({ baseVersion: '1', language: 'de' });
    expect(await saveEvent(admin, draft.id, moved)).toMatchObject({
      fieldErrors: { language: 'error.content.language-taken' },
    });
  });

  test('all of them move with its address, and go with its draft', async () => {
    const draft = await makeDraft();
    await translate(draft);
    await step(draft.id, { intent: 'publish' });
    await saveEvent(admin, draft.id, inputOf({ baseVersion: '2', slug: 'moved' }));
    expect(await titleFor('fr', 'moved')).toBe('fr Un séminaire');
    const linked = await listTopicLinks(admin, [`/events/${draft.slug}`]);
    expect(linked).toMatchObject([{ title: 'A seminar in Vienna' }]);
    const other = await makeDraft();
    await translate(other);
    await takeEventStep(admin, other.id, { intent: 'delete', version: 1 });
    const { publicationVersions, eventTranslations } = schema;
    const left = await db().select({ id: eventTranslations.id }).from(eventTranslations);
    expect(left).toHaveLength(1);
    const kept = await db()
      .selectDistinct({ id: publicationVersions.publicationId })
      .from(publicationVersions)
      .where(eq(publicationVersions.kind, kind));
    expect(kept.map(({ id }) => id)).toContain(left[0]?.id);
    expect(
      await db().$count(publicationVersions, eq(publicationVersions.publicationId, other.id)),
    ).toBe(0);
  });

  test('mails go out in the language in which someone registered', async () => {
    const event = await makeEvent(db(), {
      slug: 'seminar',
      title: 'A seminar',
      registration: 'internal',
    });
    await translate(event);
    const people = [actorOf(await makeUser(db())), actorOf(await makeUser(db()))] as const;
    const input = {
      mode: 'on-site' as const,
      needs: null,
      listConsent: null,
      photoConsent: false,
    };
    await register(people[0], 'seminar', { ...input, answers: [], language: 'fr' });
    await register(people[1], 'seminar', { ...input, answers: [] });
    const [french, english] = await outboxMails('registration-confirmed');
    expect(french?.text).toContain('Un séminaire');
    expect(french?.html).toContain('lang="fr"');
    expect(french?.calendar?.content).toContain('SUMMARY:Un séminaire');
    expect(english?.text).toContain('A seminar');
    expect(english?.html).toContain('lang="en"');
  });
});
