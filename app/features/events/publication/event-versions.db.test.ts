import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeEvent, makeRegistration, makeUser } from '~/db/factories.server';
import { AppError } from '~/policy/errors';
import { getEventForEditing, saveEvent } from '~/features/events/editor/editor.server';
import {
  attachToEvent,
  detachFromEvent,
  removeEventCover,
  setEventCover,
} from './event-files.server';
import {
  compareEventVersions,
  listEventVersions,
  restoreEventVersion,
} from './event-versions.server';
import { withCovers } from '~/features/content/covers/covers.server';
import { getEvent, listUpcomingEvents } from '~/features/events/events.server';
import { openPublicFile } from '~/features/content/pages/pages.server';
import { openPicture } from '~/features/content/files/pictures.server';
import { answerGone, makePreviewLink } from '~/features/content/publishing/publishing.server';
import { removeUnusedFiles } from '~/features/content/files/unused-files.server';
import { configure } from '../../../../tests/support/database/configure';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import {
  inputOf,
  makeDraft,
  nextYear,
  readEvent,
  step,
} from '../../../../tests/support/texts/event-form';
import { askRoute } from '../../../../tests/support/site/route-request';
import { outboxMails } from '../../../../tests/support/mail/outbox';

let admin: SignedInActor;
const member = actorWithRole('USER');
const notFound = { code: 'error.not-found' };

beforeEach(async () => {
  for (const table of [schema.mails, schema.events, schema.redirects, schema.publicationVersions]) {
    await db().delete(table);
  }
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const gone = (slug: string, actor: Parameters<typeof answerGone>[0] = anonymous) =>
  answerGone(actor, { kind: 'event', slug }, new AppError('error.not-found')).catch(
    (answer: unknown) => answer,
  );

describe('the versions of an event', () => {
  test('are kept at every save, compared field by field, and restored', async () => {
    const { id, slug } = await makeDraft({ versionName: 'Sketch' });
    await saveEvent(admin, id, inputOf({ baseVersion: '1', title: 'Another', city: 'Linz' }));
    const { versions } = await listEventVersions(admin, id);
    expect(versions).toMatchObject([
      { number: 2, name: null, isPublished: false },
      { number: 1, name: 'Sketch' },
    ]);
    const changes = await compareEventVersions(admin, id, { from: 1, to: 2 });
    expect(changes.map(({ field }) => field)).toEqual(['title', 'city']);
    await step(id, { intent: 'publish' });
    await restoreEventVersion(admin, { id, version: 3 }, { number: 1, quiet: false });
    expect(await getEvent(anonymous, slug)).toMatchObject({
      title: 'A seminar in Vienna',
      city: 'Vienna',
      startsAt: `${nextYear}-03-04 09:00:00`,
      sessions: [{ title: 'Opening', speakers: ['A', 'B'] }],
      questions: [{ id: 'meal', options: [{ value: 'Fish' }, { value: 'None' }] }],
    });
    const [newest, published] = (await listEventVersions(admin, id)).versions;
    expect(newest).toMatchObject({ number: 4, name: '↺ 1', isPublished: true });
    expect(published).toMatchObject({ number: 3, isPublished: true });
    expect(await compareEventVersions(admin, id, { from: 1, to: 4 })).toEqual([]);
    await expect(
      restoreEventVersion(admin, { id, version: 3 }, { number: 1, quiet: false }),
    ).rejects.toMatchObject({
      code: 'error.changed-meanwhile',
    });
  });

  test('start with the original before the first change', async () => {
    const { id } = await makeEvent(db(), { title: 'From before' });
    await saveEvent(admin, id, inputOf({ baseVersion: '1' }));
    const changes = await compareEventVersions(admin, id, { from: 1, to: 2 });
    expect(changes.map(({ field }) => field)).toContain('title');
    expect((await listEventVersions(admin, id)).versions).toHaveLength(2);
  });

  test('are restored like any save: participants are notified, and invalid times are refused', async () => {
    const { id } = await makeDraft();
    await saveEvent(admin, id, inputOf({ baseVersion: '1', mode: 'online' }));
    await saveEvent(admin, id, inputOf({ baseVersion: '2', city: 'Linz' }));
    await step(id, { intent: 'publish' });
    const guest = { guestName: 'G', guestEmail: 'g@x.example', mode: 'on-site' as const };
    await makeRegistration(db(), { eventId: id, ...guest });
    await expect(
      restoreEventVersion(admin, { id, version: 4 }, { number: 2, quiet: false }),
    ).rejects.toMatchObject({
      code: 'error.event.not-restorable',
    });
    await restoreEventVersion(admin, { id, version: 4 }, { number: 1, quiet: false });
    expect(await outboxMails('registration-changed')).toHaveLength(1);
  });

  test('are for those who write events', async () => {
    const { id } = await makeDraft();
    for (const actor of [anonymous, member]) {
      await expect(listEventVersions(actor, id)).rejects.toMatchObject(notFound);
      const both = { from: 1, to: 1 };
      await expect(compareEventVersions(actor, id, both)).rejects.toMatchObject(notFound);
      const restored = restoreEventVersion(actor, { id, version: 1 }, { number: 1, quiet: false });
      await expect(restored).rejects.toMatchObject(notFound);
    }
  });
});

describe('a withdrawn event', () => {
  const reason = 'It was announced by mistake.';

  test('answers that it is gone, and why, to those who could see it', async () => {
    const { id, slug } = await makeDraft();
    await step(id, { intent: 'publish' });
    await step(id, { intent: 'withdraw', reason });
    // What is written afterwards is nobody's to read.
    await saveEvent(admin, id, inputOf({ baseVersion: '3', title: 'A secret plan' }));
    await expect(getEvent(admin, slug)).rejects.toMatchObject(notFound);
    expect(await gone(slug)).toMatchObject({
      init: { status: 410 },
      data: { title: 'A seminar in Vienna', reason },
    });
    await step(id, { intent: 'restore' });
    expect(await getEvent(anonymous, slug)).toMatchObject({ title: 'A secret plan' });
    expect(await gone(slug)).toMatchObject({ init: { status: 404 } });
    const inside = await makeEvent(db(), { slug: 'inside', visibility: 'members' });
    await step(inside.id, { intent: 'withdraw', reason });
    expect(await gone('inside')).toMatchObject({ init: { status: 404 } });
    expect(await gone('inside', member)).toMatchObject({ init: { status: 410 } });
  });

  test('is gone at its old addresses too, and leads on from them when it is back', async () => {
    const { id, slug } = await makeDraft();
    await step(id, { intent: 'publish' });
    await saveEvent(admin, id, inputOf({ baseVersion: '2', slug: 'second' }));
    await step(id, { intent: 'withdraw', reason });
    await saveEvent(admin, id, inputOf({ baseVersion: '4', slug: 'third' }));
    for (const old of [slug, 'second', 'third']) {
      expect(await gone(old)).toMatchObject({ init: { status: 410 }, data: { reason } });
    }
    await step(id, { intent: 'restore' });
    for (const old of [slug, 'second']) {
      const answer = await gone(old);
      if (!(answer instanceof Response)) throw new Error(`${old} leads nowhere`);
      expect([answer.status, answer.headers.get('location')]).toEqual([301, '/events/third']);
    }
    // The language that an address names goes along.
    configure({ LANGUAGES: 'en,fr' });
    for (const below of ['', '/calendar']) {
      const answer = await askRoute({
        actor: anonymous,
        pattern: `/events/:slug${below}`,
        params: { slug },
        address: `/events/${slug}${below}?language=fr`,
      }).catch((thrown: unknown) => thrown);
      expect(answer instanceof Response && answer.headers.get('location')).toBe(
        `/events/third${below}?language=fr`,
      );
    }
  });

  test('was cancelled before, when people are registered, and is cancelled still', async () => {
    const { id, slug } = await makeDraft();
    await step(id, { intent: 'publish' });
    await makeRegistration(db(), { eventId: id, guestName: 'G', guestEmail: 'g@x.example' });
    await expect(step(id, { intent: 'withdraw', reason })).rejects.toMatchObject({
      code: 'error.event.has-participants',
    });
    await step(id, { intent: 'cancel', reason: 'The hall is closed.' });
    await step(id, { intent: 'withdraw', reason });
    expect(await gone(slug)).toMatchObject({ init: { status: 410 } });
    expect((await step(id, { intent: 'restore' })).status).toBe('cancelled');
  });

  test('whose registrations were all given up, or that is over, needs no cancellation', async () => {
    const one = await makeEvent(db());
    const guest = { guestName: 'G', guestEmail: 'g@x.example' };
    await makeRegistration(db(), { eventId: one.id, ...guest, status: 'cancelled' });
    expect((await step(one.id, { intent: 'withdraw', reason })).status).toBe('archived');
    const past = { startsAt: '2025-03-04T10:00', endsAt: '2025-03-04T11:00' };
    const other = await makeEvent(db(), past);
    await makeRegistration(db(), { eventId: other.id, ...guest });
    expect((await step(other.id, { intent: 'withdraw', reason })).status).toBe('archived');
  });
});

describe('picture and files of an event', () => {
  const photograph = () =>
    sharp({ create: { width: 300, height: 200, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer();
  const pdf = () => Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF');
  const alt = 'The court of Vienna';

  test('a picture comes with its description, and is seen by whom the event is seen', async () => {
    const { id } = await makeDraft({ visibility: 'members' });
    const bytes = await photograph();
    await expect(
      setEventCover(admin, { id, version: 1 }, { bytes, alt: '' }),
    ).rejects.toMatchObject({ code: 'error.content.cover-alt' });
    await setEventCover(admin, { id, version: 1 }, { bytes, alt });
    const { cover } = await getEventForEditing(admin, id);
    const asked = { id: cover ?? '', name: '300.webp', preview: null };
    await expect(openPicture(member, asked)).rejects.toMatchObject(notFound);
    const preview = (await makePreviewLink(admin, { kind: 'event', id }, 1)).slice(9);
    expect(await openPicture(anonymous, { ...asked, preview })).toMatchObject({ isPublic: false });
    await step(id, { intent: 'publish' });
    await expect(openPicture(anonymous, asked)).rejects.toMatchObject(notFound);
    expect(await openPicture(member, asked)).toMatchObject({ isPublic: false });
    const open = { visibility: 'public', baseVersion: '3' };
    expect(await saveEvent(admin, id, inputOf({ ...open, coverAlt: '' }))).toMatchObject({
      fieldErrors: { coverAlt: 'form.cover-alt' },
    });
    await saveEvent(admin, id, inputOf({ ...open, coverAlt: alt }));
    expect(await openPicture(anonymous, asked)).toMatchObject({ isPublic: true });
    await removeUnusedFiles(0);
    expect(await openPicture(anonymous, asked)).toMatchObject({ isPublic: true });
    await removeEventCover(admin, { id, version: 4 });
    await expect(openPicture(anonymous, asked)).rejects.toMatchObject(notFound);
    await removeUnusedFiles(0);
    // A version still has it.
    expect(await openPicture(admin, asked)).toMatchObject({ isPublic: false });
  });

  test('the part that stays in sight is listed, versioned, restored, and of the one picture', async () => {
    const { id } = await makeDraft();
    await setEventCover(admin, { id, version: 1 }, { bytes: await photograph(), alt });
    const of = (baseVersion: string, coverFocus: string) =>
      inputOf({ baseVersion, coverAlt: alt, coverFocus });
    await saveEvent(admin, id, of('2', 'top-right'));
    await saveEvent(admin, id, of('3', 'bottom'));
    await step(id, { intent: 'publish' });
    const shown = async () =>
      (await withCovers(anonymous, await listUpcomingEvents(anonymous))).map(({ cover }) => cover);
    expect(await shown()).toMatchObject([{ focus: 'bottom' }]);
    const between = await compareEventVersions(admin, id, { from: 3, to: 4 });
    expect(between.map(({ field }) => field)).toEqual(['coverFocus']);
    await restoreEventVersion(admin, { id, version: 5 }, { number: 3, quiet: false });
    expect(await shown()).toMatchObject([{ focus: 'top-right' }]);
    await setEventCover(admin, { id, version: 6 }, { bytes: await photograph(), alt });
    expect(await shown()).toMatchObject([{ focus: 'centre' }]);
    expect(readEvent({ coverFocus: 'middle' })).toMatchObject({
      fieldErrors: { coverFocus: 'form.choose' },
    });
  });

  test('a file is attached and taken off', async () => {
    const { id, slug } = await makeEvent(db());
    const file = { title: 'Programme', fileName: 'programme.pdf', bytes: pdf() };
    await attachToEvent(admin, { id, version: 1 }, file);
    const { attachments } = await getEvent(anonymous, slug);
    expect(attachments).toHaveLength(1);
    const asked = { id: attachments[0] ?? '', preview: null };
    expect(await openPublicFile(anonymous, asked)).toMatchObject({ isPublic: true });
    await detachFromEvent(admin, { id, version: 2 }, asked.id);
    await expect(openPublicFile(anonymous, asked)).rejects.toMatchObject(notFound);
    for (const actor of [anonymous, member]) {
      await expect(attachToEvent(actor, { id, version: 3 }, file)).rejects.toMatchObject(notFound);
      const removed = detachFromEvent(actor, { id, version: 3 }, asked.id);
      await expect(removed).rejects.toMatchObject(notFound);
    }
  });
});
