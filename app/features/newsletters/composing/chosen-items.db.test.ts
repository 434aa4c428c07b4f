import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeEvent, makeNewsItem, makeUser } from '~/db/factories.server';
import type { NewsletterItem } from '~/db/schema/newsletters';
import { getArchived } from '~/features/newsletters/archive/archive.server';
import { findSavedMeanwhile } from './newsletter-differences.server';
import { sendDueNewsletters } from '~/features/newsletters/delivery/sender.server';
import {
  getNewsletter,
  listNewsletterChoices,
  previewNewsletter,
  saveNewsletter,
  scheduleNewsletter,
} from '~/features/newsletters/newsletters.server';
import { newId } from '~/lib/new-id';
import { anonymous } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import { askRoute } from '../../../../tests/support/site/route-request';
import { newsletterDraft } from '../../../../tests/support/texts/newsletter-draft';
import { startInThreeLanguages } from '../../../../tests/support/texts/event-form';
import { translate } from '../../../../tests/support/texts/translated-event';

const { events, newsItems, newsletters, redirects, subscriptions } = schema;

let admin: ReturnType<typeof actorOf>;

const news = (slug: string): NewsletterItem => ({ kind: 'news', slug });

async function saved(items: NewsletterItem[], language: 'en' | 'fr' = 'en') {
  return saveNewsletter(admin, null, { ...newsletterDraft, items, language });
}

async function subscribe() {
  const consent = { consentVersion: '1', status: 'active' as const };
  const reader = { id: newId().padEnd(64, '0'), email: 'ada@court.example' };
  await db()
    .insert(subscriptions)
    .values({ ...reader, ...consent, lists: ['newsletter'] });
}

beforeEach(async () => {
  for (const table of [newsletters, newsItems, redirects, subscriptions]) await db().delete(table);
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

test('a chosen text stays chosen at its new address', async () => {
  await makeNewsItem(db(), { slug: 'autumn-2026', title: 'Autumn' });
  await db().insert(redirects).values({ fromPath: '/news/autumn', toPath: '/news/autumn-2026' });
  const id = await saved([news('autumn')]);
  expect((await previewNewsletter(admin, id)).text).toContain('/news/autumn-2026');
  const newsletter = await getNewsletter(admin, id);
  expect(await listNewsletterChoices(admin, newsletter)).toMatchObject({
    chosen: [news('autumn-2026')],
    leftOut: [],
  });
  const page = await askRoute({
    actor: admin,
    pattern: '/administration/newsletters/:id',
    params: { id },
  });
  expect(page).toMatchObject({ newsletter: { items: [news('autumn-2026')] } });
  // Nor has anybody changed the choice where only the address is another.
  const typed = { ...newsletterDraft, subject: 'Mine', items: [news('autumn-2026')] };
  const meanwhile = await findSavedMeanwhile(admin, id, typed);
  expect(meanwhile?.changes.map(({ field }) => field)).toEqual(['subject']);
});

test('a chosen text stays chosen when many newer ones have appeared', async () => {
  await makeNewsItem(db(), { slug: 'old', publishAt: new Date('2026-01-01') });
  for (let count = 0; count < 60; count += 1) await makeNewsItem(db(), { slug: `new-${count}` });
  const id = await saved([news('old')]);
  expect((await previewNewsletter(admin, id)).text).toContain('/news/old');
  const { choices } = await listNewsletterChoices(admin, await getNewsletter(admin, id));
  expect(choices.filter(({ kind }) => kind === 'news')).toHaveLength(61);
});

test('a chosen event stays chosen when many others are nearer', async () => {
  await db().delete(events);
  await makeEvent(db(), { slug: 'far', startsAt: '2100-01-01T10:00', endsAt: '2100-01-01T12:00' });
  for (let count = 0; count < 101; count += 1) await makeEvent(db(), { slug: `near-${count}` });
  const id = await saved([{ kind: 'event', slug: 'far' }]);
  expect((await previewNewsletter(admin, id)).text).toContain('/events/far');
});

test('what is no longer public is named before the sending', async () => {
  await makeNewsItem(db(), { slug: 'over', expireAt: new Date('2026-02-01') });
  await makeNewsItem(db(), { slug: 'stays' });
  const id = await saved([news('over'), news('stays'), { kind: 'event', slug: 'held' }]);
  const page = await askRoute({
    actor: admin,
    pattern: '/administration/newsletters/:id/send',
    params: { id },
  });
  expect(page).toMatchObject({ leftOut: [news('over'), { kind: 'event', slug: 'held' }] });
});

test('an event has all its days, and one that is cancelled is named before the sending', async () => {
  const days = { startsAt: '2100-04-22T09:00', endsAt: '2100-04-23T17:00' };
  await makeEvent(db(), { ...days, slug: 'training' });
  await makeEvent(db(), { ...days, slug: 'called-off', status: 'cancelled' });
  const event = (slug: string): NewsletterItem => ({ kind: 'event', slug });
  const id = await saved([event('training'), event('called-off')]);
  const { text } = await previewNewsletter(admin, id);
  expect(text).toContain('22 to 23 April 2100');
  expect(text).not.toContain('called-off');
  const newsletter = await getNewsletter(admin, id);
  const { choices, leftOut } = await listNewsletterChoices(admin, newsletter);
  expect(leftOut).toEqual([event('called-off')]);
  expect(choices.map(({ slug }) => slug)).not.toContain('called-off');
});

test('an item is linked in the language in which it is named', async () => {
  await startInThreeLanguages();
  for (const language of ['en', 'fr']) await makeNewsItem(db(), { slug: 'echo', language });
  await makeNewsItem(db(), { slug: 'alone' });
  const event = await makeEvent(db(), { slug: 'seminar', visibility: 'public' });
  await translate(admin, event, {}, { into: 'fr' });
  await subscribe();
  const items = [news('echo'), news('alone'), { kind: 'event' as const, slug: 'seminar' }];
  const id = await saved(items, 'fr');
  await scheduleNewsletter(admin, id, { version: 1, sendAt: new Date() });
  await sendDueNewsletters();
  const [mail] = await outboxMails('newsletter');
  expect(mail?.text).toMatch(/\/news\/echo\?language=fr\s/);
  expect(mail?.text).toMatch(/\/news\/alone\s/);
  expect(mail?.text).toMatch(/\/events\/seminar\?language=fr\s/);
  await db().update(newsletters).set({ finishedAt: new Date() }).where(eq(newsletters.id, id));
  const { items: printed } = await getArchived(anonymous, id);
  expect(printed).toMatchObject([
    { language: 'fr', isShared: true },
    { language: 'en', isShared: false },
    { language: 'fr', isShared: true },
  ]);
});

test('what was printed in another language and is withdrawn leaves the archive', async () => {
  const printed = await makeNewsItem(db(), { slug: 'taken-back', language: 'fr' });
  await subscribe();
  const id = await saved([news('taken-back')]);
  await scheduleNewsletter(admin, id, { version: 1, sendAt: new Date() });
  await sendDueNewsletters();
  await db().update(newsletters).set({ finishedAt: new Date() }).where(eq(newsletters.id, id));
  expect(await getArchived(anonymous, id)).toMatchObject({ items: [{ language: 'fr' }] });
  const gone = { status: 'archived', withdrawnAt: new Date(), withdrawnReason: 'A name.' } as const;
  await db()
    .update(newsItems)
    .set(gone)
    .where(eq(newsItems.id, printed?.id ?? ''));
  // Meanwhile there is one in the newsletter's language.
  await makeNewsItem(db(), { slug: 'taken-back' });
  expect(await getArchived(anonymous, id)).toMatchObject({ items: [] });
});

test('a newsletter that nobody would receive is not sent now, and is a draft again when it is due', async () => {
  const id = await saved([]);
  const now = scheduleNewsletter(admin, id, { version: 1, sendAt: new Date() });
  await expect(now).rejects.toThrow('error.newsletter.no-recipients');
  await scheduleNewsletter(admin, id, { version: 1, sendAt: new Date(Date.now() + 86_400_000) });
  await db().update(newsletters).set({ sendAt: new Date() });
  await sendDueNewsletters();
  expect(await getNewsletter(admin, id)).toMatchObject({ status: 'draft', startedAt: null });
});
