import { eq } from 'drizzle-orm';
import { beforeEach, afterEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeEvent, makeNewsItem, makeUser, paragraphs } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { actorOf, actorWithRole } from '../../../tests/support/people/actors';
import { configure } from '../../../tests/support/database/configure';
import { outboxMails, queuedJobs } from '../../../tests/support/mail/outbox';
import { refusal, startRoughSmtpServer } from '../../../tests/support/mail/rough-smtp-server';
import {
  readParts,
  startSmtpServer,
  type TestSmtpServer,
} from '../../../tests/support/mail/smtp-server';
import { getArchived, listArchive } from '~/features/newsletters/archive/archive.server';
import {
  getSubscriptionFigures,
  importBounces,
} from '~/features/newsletters/delivery/bounces.server';
import {
  countRecipients,
  getNewsletter,
  getProgress,
  listDeliveries,
  previewNewsletter,
  saveNewsletter,
  scheduleNewsletter,
  sendAgain,
  takeNewsletterStep,
} from './newsletters.server';
import { sendNewsletters } from '~/features/newsletters/delivery/send-newsletters.job.server';
import { sendDueNewsletters } from '~/features/newsletters/delivery/sender.server';
import { newsletterDraft as draft } from '../../../tests/support/texts/newsletter-draft';

const { mails, newsletterDeliveries, newsletters, signInAccounts, subscriptions, users } = schema;

let server: TestSmtpServer | undefined;
let admin: ReturnType<typeof actorOf>;

async function serve(options: Parameters<typeof startSmtpServer>[0] = {}) {
  server = await startSmtpServer(options);
  configure({ SMTP_URL: server.address, NEWSLETTER_PER_MINUTE: '100000' });
  return server;
}

async function subscribe(email: string, fields: Partial<typeof subscriptions.$inferInsert> = {}) {
  const id = newId().replaceAll('-', '').padEnd(64, '0');
  await db()
    .insert(subscriptions)
    .values({
      id,
      email,
      lists: ['newsletter'],
      consentVersion: '1',
      status: 'active',
      ...fields,
    });
  return id;
}

async function scheduled(changes: Partial<typeof draft> = {}): Promise<string> {
  const id = await saveNewsletter(admin, null, { ...draft, ...changes });
  await scheduleNewsletter(admin, id, { version: 1, sendAt: new Date() });
  return id;
}

const statesOf = async (id: string) =>
  Object.fromEntries((await listDeliveries(admin, id)).map(({ email, state }) => [email, state]));
const send = () => sendDueNewsletters({ retrySeconds: 0 });

beforeEach(async () => {
  for (const table of [newsletters, signInAccounts, users, subscriptions, mails])
    await db().delete(table);
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('a newsletter', () => {
  test('reaches who is on its list, once, with a link and headers of his own', async () => {
    const { received } = await serve();
    const id = await subscribe('ada@court.example');
    await subscribe('events@court.example', { lists: ['events'] });
    await subscribe('paused@court.example', { status: 'paused' });
    await subscribe('pending@court.example', { status: 'pending', lists: [] });
    const newsletter = await scheduled();
    await Promise.all([send(), send(), send()]);
    await send();
    expect(received.map(({ recipients }) => recipients)).toEqual([['ada@court.example']]);
    const [whole, text, html] = readParts(received[0]?.source ?? '');
    const address = `https://association.example/unsubscribe/${id}?list=newsletter`;
    expect(whole?.headers).toMatchObject({
      subject: 'Autumn letter',
      'list-unsubscribe': `<${address}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(text?.text).toContain(address);
    expect(html?.text).toContain(`href="${address}"`);
    expect(html?.text).not.toMatch(/<(img|link|script|iframe|style)\b|\bsrc=|url\(/i);
    expect(await getProgress(admin, newsletter)).toMatchObject({
      status: 'sent',
      counts: { sent: 1 },
    });
  });

  test('passes over who leaves while it is being sent', async () => {
    const { received } = await serve();
    await subscribe('ada@court.example');
    await subscribe('bea@court.example');
    const id = await scheduled();
    await sendDueNewsletters({ mayGoOn: () => false });
    await db()
      .update(subscriptions)
      .set({ status: 'unsubscribed', lists: [] })
      .where(eq(subscriptions.email, 'bea@court.example'));
    await send();
    expect(received).toHaveLength(1);
    expect(await statesOf(id)).toEqual({
      'ada@court.example': 'sent',
      'bea@court.example': 'skipped',
    });
  });

  test('is tried again when put off, given up when refused, and says why', async () => {
    let puttingOff = 2;
    const { received } = await serve({
      onRcptTo: ({ address }, _session, done) => {
        if (address.startsWith('gone')) return done(refusal(550, '5.1.1 no such user'));
        if (address.startsWith('full')) return done(refusal(552, '5.2.2 mailbox full'));
        if (address.startsWith('ours')) return done(refusal(550, 'sender at 10.5.1.1 refused'));
        puttingOff -= 1;
        return done(puttingOff >= 0 ? refusal(451, '4.7.1 later') : null);
      },
    });
    for (const name of ['ada', 'gone', 'full', 'ours']) await subscribe(`${name}@court.example`);
    const id = await scheduled();
    for (let time = 0; time < 4; time += 1) await send();
    expect(received).toHaveLength(1);
    expect(await statesOf(id)).toEqual({
      'ada@court.example': 'sent',
      'gone@court.example': 'refused',
      'full@court.example': 'refused',
      'ours@court.example': 'refused',
    });
    const { bounced } = await getSubscriptionFigures(admin);
    expect(bounced).toMatchObject([{ email: 'gone@court.example', bounceCode: '5.1.1' }]);
  });

  test('is not sent again when the answer never came; a person may do it', async () => {
    const rough = { putOff: 0, cutOff: 0, refuseAfter: 0, silent: 1, slowest: 0 };
    const silent = await startRoughSmtpServer(rough);
    configure({ SMTP_URL: silent.address });
    const taken = () => silent.accepted.get('ada@court.example');
    await subscribe('ada@court.example');
    const id = await scheduled();
    await send();
    await send();
    expect(taken()).toBe(1);
    expect(await statesOf(id)).toEqual({ 'ada@court.example': 'uncertain' });
    rough.silent = 0;
    const [delivery] = await listDeliveries(admin, id);
    await sendAgain(admin, id, delivery?.id ?? '');
    await send();
    expect(taken()).toBe(2);
    expect(await statesOf(id)).toEqual({ 'ada@court.example': 'sent' });
    await expect(sendAgain(admin, id, delivery?.id ?? '')).rejects.toThrow('changed-meanwhile');
    await silent.close();
  });

  test('waits for its server, without counting that as a refusal', async () => {
    const gone = await startSmtpServer();
    await gone.close();
    configure({ SMTP_URL: gone.address });
    await subscribe('ada@court.example');
    const id = await scheduled();
    for (let time = 0; time < 15; time += 1) await send();
    expect(await listDeliveries(admin, id)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    const { received } = await serve();
    await send();
    expect(received).toHaveLength(1);
  });

  test('keeps its pace', async () => {
    const times: number[] = [];
    await serve({
      onMailFrom: (_address, _session, done) => {
        times.push(performance.now());
        done();
      },
    });
    configure({ SMTP_URL: server?.address ?? '', NEWSLETTER_PER_MINUTE: '600' });
    for (let i = 0; i < 5; i += 1) await subscribe(`p${i}@court.example`);
    await scheduled();
    const begin = performance.now();
    await send();
    expect(times).toHaveLength(5);
    // 600 a minute is one in 100 ms: five need four pauses, on however slow a machine.
    expect((times.at(-1) ?? 0) - begin).toBeGreaterThan(395);
  });

  test('can be paused and resumed, scheduled and cancelled', async () => {
    const { received } = await serve();
    await subscribe('ada@court.example');
    const id = await saveNewsletter(admin, null, draft);
    const later = new Date(Date.now() + 3_600_000);
    await scheduleNewsletter(admin, id, { version: 1, sendAt: later });
    await send();
    expect((await getNewsletter(admin, id)).status).toBe('scheduled');
    await takeNewsletterStep(admin, id, { intent: 'cancel', version: 2 });
    expect(await getNewsletter(admin, id)).toMatchObject({ status: 'draft', sendAt: null });
    await scheduleNewsletter(admin, id, { version: 3, sendAt: new Date() });
    await sendDueNewsletters({ mayGoOn: () => false });
    const { version } = await getNewsletter(admin, id);
    await takeNewsletterStep(admin, id, { intent: 'pause', version });
    await send();
    expect(received).toHaveLength(0);
    await takeNewsletterStep(admin, id, { intent: 'resume', version: version + 1 });
    expect((await queuedJobs(sendNewsletters.name)).length).toBeGreaterThan(0);
    await send();
    expect(received).toHaveLength(1);
  });

  test('is written by one at a time, and by nobody once it is on its way', async () => {
    const id = await saveNewsletter(admin, null, draft);
    const writes = [1, 2, 3].map((number) =>
      saveNewsletter(admin, id, { ...draft, version: 1, subject: `Letter ${number}` }),
    );
    const done = (await Promise.allSettled(writes)).filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(1);
    await scheduleNewsletter(admin, id, { version: 2, sendAt: new Date('2100-01-01') });
    await expect(saveNewsletter(admin, id, { ...draft, version: 3 })).rejects.toThrow(
      'changed-meanwhile',
    );
    const step = { intent: 'delete' as const, version: 3 };
    await expect(takeNewsletterStep(admin, id, step)).rejects.toThrow('changed-meanwhile');
  });

  test('can be looked at and tried before', async () => {
    await subscribe('ada@court.example', { language: 'fr' });
    await subscribe('bea@court.example');
    const id = await saveNewsletter(admin, null, draft);
    const newsletter = await getNewsletter(admin, id);
    expect(await countRecipients(admin, newsletter)).toBe(2);
    expect(await countRecipients(admin, { ...newsletter, onlyLanguage: true })).toBe(1);
    const { html, text } = await previewNewsletter(admin, id);
    expect(html).toContain('Dear colleagues');
    expect(text).toContain('Dear colleagues');
    await takeNewsletterStep(admin, id, { intent: 'test', version: 1 });
    const [mail] = await outboxMails('newsletter-test');
    expect(mail).toMatchObject({ recipient: admin.email, subject: draft.subject });
    expect(await db().$count(newsletterDeliveries)).toBe(0);
  });

  test('is not scheduled while its readers would find nothing in it', async () => {
    await makeNewsItem(db(), { slug: 'unseen', status: 'draft' });
    const items = [{ kind: 'news' as const, slug: 'unseen' }];
    const schedule = async (version: number) =>
      scheduleNewsletter(admin, id, { version, sendAt: new Date('2100-01-01') });
    const id = await saveNewsletter(admin, null, { ...draft, items, body: paragraphs(' ') });
    await expect(schedule(1)).rejects.toThrow('error.newsletter.empty');
    await db().update(schema.newsItems).set({ status: 'published' });
    await schedule(1);
    expect(await getNewsletter(admin, id)).toMatchObject({ status: 'scheduled' });
  });

  test('is nothing for others', async () => {
    const id = await saveNewsletter(admin, null, draft);
    for (const actor of [anonymous, actorWithRole('USER')]) {
      await expect(getNewsletter(actor, id)).rejects.toThrow('error.not-found');
      await expect(saveNewsletter(actor, null, draft)).rejects.toThrow('error.not-found');
      await expect(
        scheduleNewsletter(actor, id, { version: 1, sendAt: new Date() }),
      ).rejects.toThrow('error.not-found');
      await expect(importBounces(actor, [])).rejects.toThrow('error.not-found');
    }
  });

  test('stands in the archive once it is sent, when it may, without recipients', async () => {
    await serve();
    await subscribe('ada@court.example');
    const id = await scheduled();
    const hidden = await scheduled({ inArchive: false });
    expect(await listArchive(anonymous)).toEqual([]);
    await expect(getArchived(anonymous, id)).rejects.toThrow('error.not-found');
    await send();
    expect((await listArchive(anonymous)).map((one) => one.id)).toEqual([id]);
    expect(JSON.stringify(await getArchived(anonymous, id))).not.toContain('ada@');
    await expect(getArchived(anonymous, hidden)).rejects.toThrow('error.not-found');
  });

  test('stays in the archive, with its date, while one address is sent it again', async () => {
    let isThere = false;
    await serve({
      onRcptTo: (_address, _session, done) =>
        done(isThere ? null : refusal(550, '5.7.1 not allowed')),
    });
    await subscribe('ada@court.example');
    const id = await scheduled();
    await send();
    const finishedAt = new Date('2026-03-01T09:00:00Z');
    await db().update(newsletters).set({ finishedAt });
    isThere = true;
    const [delivery] = await listDeliveries(admin, id);
    await sendAgain(admin, id, delivery?.id ?? '');
    expect(await listArchive(anonymous)).toMatchObject([{ id, finishedAt }]);
    await send();
    expect(await statesOf(id)).toEqual({ 'ada@court.example': 'sent' });
    expect(await getNewsletter(admin, id)).toMatchObject({ status: 'sent', finishedAt });
  });

  test('shows in the archive nothing that was withdrawn since, or is for members now', async () => {
    await serve();
    await subscribe('ada@court.example');
    await makeNewsItem(db(), { slug: 'stays' });
    await makeNewsItem(db(), { slug: 'over' });
    const gone = await makeNewsItem(db(), { slug: 'gone', title: 'It names a party' });
    await makeNewsItem(db(), { slug: 'gone', language: 'fr' });
    const seminar = await makeEvent(db(), { slug: 'seminar', visibility: 'public' });
    const items = [
      ...['stays', 'over', 'gone'].map((slug) => ({ kind: 'news' as const, slug })),
      { kind: 'event' as const, slug: 'seminar' },
    ];
    const id = await scheduled({ items });
    await send();
    const shownItems = async () =>
      (await getArchived(anonymous, id)).items.map(({ slug }) => slug).toSorted();
    expect(await shownItems()).toEqual(['gone', 'over', 'seminar', 'stays']);
    const { events, newsItems } = schema;
    await db()
      .update(newsItems)
      .set({ status: 'archived', withdrawnAt: new Date(), withdrawnReason: 'It named a party.' })
      .where(eq(newsItems.id, gone?.id ?? ''));
    await db().update(newsItems).set({ expireAt: new Date() }).where(eq(newsItems.slug, 'over'));
    await db().update(events).set({ visibility: 'members' }).where(eq(events.id, seminar.id));
    expect(await shownItems()).toEqual(['over', 'stays']);
  });

  test('stays in the outbox without a mail server', async () => {
    await subscribe('ada@court.example');
    const id = await scheduled();
    await send();
    await send();
    expect(await outboxMails('newsletter')).toHaveLength(1);
    expect(await statesOf(id)).toEqual({ 'ada@court.example': 'kept' });
  });
});
