import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeNewsItem, makeUser, paragraphs } from '~/db/factories.server';
import {
  newsletterDraftPlace,
  type NewsletterInput,
} from '~/features/newsletters/newsletter-schemas';
import {
  getNewsletter,
  saveNewsletter,
  scheduleNewsletter,
  takeNewsletterStep,
} from '~/features/newsletters/newsletters.server';
import { sendDueNewsletters } from '~/features/newsletters/delivery/sender.server';
import { findDraft, saveDraft } from '~/features/writing/drafts/drafts.server';
import { newId } from '~/lib/new-id';
import { whileAnother } from '../../../../tests/support/database/while-another';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { newsletterDraft } from '../../../../tests/support/texts/newsletter-draft';

const { auditEntries, newsletters } = schema;

let admin: ReturnType<typeof actorOf>;
let draft: NewsletterInput & { id: string };

beforeEach(async () => {
  await db().delete(newsletters);
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  draft = { ...newsletterDraft, id: newId(), items: [{ kind: 'news', slug: 'autumn' }] };
});

test('a form that is sent several times makes one draft, noted once', async () => {
  const made = await Promise.all([1, 2, 3].map(() => saveNewsletter(admin, null, draft)));
  expect(made).toEqual([draft.id, draft.id, draft.id]);
  expect(await db().$count(newsletters)).toBe(1);
  const created = and(
    eq(auditEntries.action, 'newsletter.create'),
    eq(auditEntries.targetId, draft.id),
  );
  expect(await db().$count(auditEntries, created)).toBe(1);
});

test('the form of a draft that is there overwrites nothing, and takes nobody else’s', async () => {
  await saveNewsletter(admin, null, draft);
  const changes = [
    { subject: 'Winter letter' },
    { body: paragraphs('Others') },
    { items: [] },
    { inArchive: false },
  ];
  for (const change of changes) {
    const other = saveNewsletter(admin, null, { ...draft, ...change });
    await expect(other).rejects.toThrow('error.changed-meanwhile');
  }
  const stranger = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  await expect(saveNewsletter(stranger, null, draft)).rejects.toThrow('error.invalid-input');
  expect(await getNewsletter(admin, draft.id)).toMatchObject({
    subject: draft.subject,
    body: draft.body,
    version: 1,
    createdBy: admin.id,
  });
});

test('a test is sent of what the page shows, or not at all', async () => {
  await saveNewsletter(admin, null, draft);
  await saveNewsletter(admin, draft.id, { ...draft, version: 1, subject: 'Winter letter' });
  const before = (await outboxMails('newsletter-test')).length;
  const step = { intent: 'test', version: 1 } as const;
  await expect(takeNewsletterStep(admin, draft.id, step)).rejects.toThrow('changed-meanwhile');
  expect(await outboxMails('newsletter-test')).toHaveLength(before);
  await takeNewsletterStep(admin, draft.id, { ...step, version: 2 });
  expect(await outboxMails('newsletter-test')).toHaveLength(before + 1);
});

test('a refused draft comes back with everything typed, a refused step with nothing', async () => {
  await saveNewsletter(admin, null, draft);
  const asked = {
    actor: admin,
    pattern: '/administration/newsletters/:id',
    params: { id: draft.id },
  };
  const typed = { version: '0', subject: 'Mine', language: 'fr', list: 'events', body: 'Typed.' };
  const refused = () => askRoute({ ...asked, form: typed });
  expect(await statusOf(refused())).toBe(409);
  expect(await refused()).toMatchObject({
    data: { error: 'error.changed-meanwhile', values: typed },
  });
  const step = await askRoute({ ...asked, form: { intent: 'test', version: '0' } });
  expect(step).toMatchObject({ data: { error: 'error.changed-meanwhile' } });
  expect(step).not.toHaveProperty('data.values');
});

test('a draft that came too late is compared with what is saved now, and can take its place', async () => {
  await saveNewsletter(admin, null, draft);
  await saveNewsletter(admin, draft.id, { ...draft, version: 1, subject: 'Winter letter' });
  const asked = {
    actor: admin,
    pattern: '/administration/newsletters/:id',
    params: { id: draft.id },
  };
  const typed = { subject: 'Spring letter', language: 'en', list: 'events', body: 'Typed.' };
  const refused = await askRoute({ ...asked, form: { ...typed, version: '1' } });
  const parts = (removed: string, added: string) => [
    { kind: 'removed', text: removed },
    { kind: 'added', text: added },
  ];
  expect(refused).toMatchObject({
    data: {
      saved: {
        version: 2,
        isDraft: true,
        changes: [
          {
            field: 'subject',
            parts: [...parts('Winter', 'Spring'), { kind: 'same', text: ' letter' }],
          },
          { field: 'list', parts: parts('newsletter', 'events') },
          { field: 'inArchive', parts: [{ kind: 'removed', text: 'on' }] },
          { field: 'body', parts: expect.arrayContaining(parts('Dear colleagues', 'Typed.')) },
          { field: 'items', parts: [{ kind: 'removed', text: 'news/autumn' }] },
        ],
      },
    },
  });
  expect(await statusOf(askRoute({ ...asked, form: { ...typed, version: '2' } }))).toBe(302);
  expect(await getNewsletter(admin, draft.id)).toMatchObject({ subject: 'Spring letter' });

  await scheduleNewsletter(admin, draft.id, { version: 3, sendAt: new Date('2100-01-01') });
  const late = await askRoute({ ...asked, form: { ...typed, version: '3', subject: 'Another' } });
  expect(late).toMatchObject({ data: { saved: { version: 4, isDraft: false } } });
});

test('what was typed on a draft that is deleted meanwhile comes back, and can become a new one', async () => {
  await saveNewsletter(admin, null, draft);
  await takeNewsletterStep(admin, draft.id, { intent: 'delete', version: 1 });
  const asked = {
    actor: admin,
    pattern: '/administration/newsletters/:id',
    params: { id: draft.id },
  };
  const typed = {
    version: '1',
    subject: 'Spring letter',
    language: 'fr',
    list: 'events',
    body: 'T',
  };
  const [anew, gone] = [newId(), 'error.newsletter.gone'];
  const answer = askRoute({ ...asked, form: typed });
  expect(await statusOf(answer)).toBe(404);
  expect(await answer).toMatchObject({
    data: { error: gone, newId: expect.any(String), values: typed },
  });
  const step = askRoute({ ...asked, form: { intent: 'test', version: '1' } });
  expect(await statusOf(step)).toBe(404);
  expect(await step).toMatchObject({ data: { error: gone, newId: expect.any(String) } });
  const tooShort = askRoute({ ...asked, form: { ...typed, id: anew, subject: '' } });
  expect(await tooShort).toMatchObject({ data: { newId: anew, values: { body: 'T' } } });

  // It leaves the unsaved draft of another new newsletter alone.
  const unsaved = { place: newsletterDraftPlace(null), fields: { subject: 'Another', base: '0' } };
  const body = JSON.stringify(paragraphs('Half a sentence'));
  await saveDraft(admin, { ...unsaved, version: 0, mark: newId(), known: [], body });
  for (let times = 0; times < 2; times++)
    expect(await askRoute({ ...asked, form: { ...typed, id: anew } })).toMatchObject({
      status: 302,
    });
  expect(await getNewsletter(admin, anew)).toMatchObject({ subject: 'Spring letter', version: 1 });
  expect((await findDraft(admin, unsaved.place))?.fields).toMatchObject({ subject: 'Another' });
  const other = askRoute({ ...asked, form: { ...typed, id: anew, subject: 'Another' } });
  expect(await other).toMatchObject({ data: { error: 'error.changed-meanwhile', newId: anew } });
  expect(await db().$count(newsletters)).toBe(1);

  for (const form of [typed, { intent: 'test', version: '1' }])
    await expect(askRoute({ ...asked, actor: actorWithRole('USER'), form })).rejects.toMatchObject({
      init: { status: 404 },
    });
});

test('what was typed on a draft that is deleted at the same moment comes back', async () => {
  await saveNewsletter(admin, null, draft);
  const typed = { version: '1', subject: 'Mine', language: 'en', list: 'events', body: 'Typed.' };
  const outcome = await whileAnother(
    (tx) => tx.delete(newsletters).where(eq(newsletters.id, draft.id)),
    () =>
      askRoute({
        actor: admin,
        pattern: '/administration/newsletters/:id',
        params: { id: draft.id },
        form: typed,
      }),
  );
  expect(outcome).toMatchObject({
    value: { init: { status: 404 }, data: { error: 'error.newsletter.gone', values: typed } },
  });
});

test('a newsletter with nothing left in it at its time is a draft again, and reaches nobody', async () => {
  const reader = { id: newId().padEnd(64, '0'), email: 'ada@court.example' };
  const consent = { consentVersion: '1', status: 'active' as const };
  await db()
    .insert(schema.subscriptions)
    .values({ ...reader, ...consent, lists: ['newsletter'] });
  await makeNewsItem(db(), { slug: 'autumn' });
  const id = await saveNewsletter(admin, null, { ...draft, body: paragraphs(' ') });
  await scheduleNewsletter(admin, id, { version: 1, sendAt: new Date() });
  await db().update(schema.newsItems).set({ status: 'archived' });
  await sendDueNewsletters();
  expect(await outboxMails('newsletter')).toEqual([]);
  const back = await getNewsletter(admin, id);
  expect(back).toMatchObject({ status: 'draft', version: 3, startedAt: null, html: null });
  expect(back.sendAt).not.toBeNull();
  await saveNewsletter(admin, id, { ...draft, version: 3 });
  expect(await getNewsletter(admin, id)).toMatchObject({ status: 'draft', sendAt: null });
});

test('what is being written is kept until it is saved, for its writer alone, and follows own steps', async () => {
  const other = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const write = (actor: typeof admin, place: string, base: string) =>
    saveDraft(actor, {
      place,
      version: 0,
      mark: newId(),
      known: [],
      body: JSON.stringify(paragraphs('Half a sentence')),
      fields: { subject: 'Not yet', base },
    });
  const begun = newsletterDraftPlace(null);
  for (const actor of [admin, other]) await write(actor, begun, '0');
  await saveNewsletter(admin, null, draft);
  expect(await findDraft(admin, begun)).toBeNull();
  expect(await findDraft(other, begun)).not.toBeNull();

  const place = newsletterDraftPlace(draft.id);
  for (const actor of [admin, other]) await write(actor, place, '1');
  const sendAt = new Date(Date.now() + 86_400_000);
  await scheduleNewsletter(admin, draft.id, { version: 1, sendAt });
  await takeNewsletterStep(admin, draft.id, { intent: 'cancel', version: 2 });
  expect((await findDraft(admin, place))?.fields).toMatchObject({ base: '3' });
  // The other one is asked: others have changed the newsletter since.
  expect((await findDraft(other, place))?.fields).toMatchObject({ base: '1' });
  await saveNewsletter(admin, draft.id, { ...newsletterDraft, version: 3 });
  expect(await findDraft(admin, place)).toBeNull();
  expect(await findDraft(other, place)).not.toBeNull();

  await write(admin, place, '4');
  await takeNewsletterStep(admin, draft.id, { intent: 'delete', version: 4 });
  expect(await findDraft(admin, place)).toBeNull();
});
