import { and, eq, inArray, like } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeEvent, makeRegistration, makeUser } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { makeDraft, nextYear, step } from '../../../../tests/support/texts/event-form';
import { findSelectedEvents, stepSelectedEvents } from './selected-events.server';
import { versionKey } from '~/ui/data-table/listed-version';

const { auditEntries, events, mails } = schema;
const reason = 'It does not belong here.';
const withdrawal = { intent: 'withdraw', reason } as const;
let admin: SignedInActor;

beforeEach(async () => {
  await db().delete(mails);
  await db().delete(events);
  admin ??= actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

type Made = Parameters<typeof makeEvent>[1];
async function made(title: string, fields: Made = {}) {
  const event = await makeEvent(db(), { title, ...fields });
  return { ...event, key: versionKey(event) };
}
const over = { startsAt: '2025-07-01T09:00', endsAt: '2025-07-01T17:00' };
async function withParticipant(title: string, fields: Made = {}) {
  const event = await made(title, fields);
  await makeRegistration(db(), { eventId: event.id, guestEmail: 'guest@court.example' });
  return event;
}
async function states() {
  const rows = await db().select().from(events).orderBy(events.title);
  return Object.fromEntries(rows.map(({ title, status }) => [title, status]));
}
async function audited(ids: string[]) {
  const ours = and(like(auditEntries.action, 'event.%'), inArray(auditEntries.targetId, ids));
  const rows = await db().select().from(auditEntries).where(ours).orderBy(auditEntries.seq);
  return rows.map(({ action, targetId, actorId }) => [action, targetId, actorId]);
}
const whyLeft = ({ left }: { left: { title: string; why: string }[] }) =>
  Object.fromEntries(left.map(({ title, why }) => [title, why]));

describe('events that are chosen together', () => {
  test('are published, what is scheduled as well, each with its entry in the audit log', async () => {
    const [draft, scheduled] = [
      await made('Draft', { status: 'draft' }),
      await made('Scheduled', { status: 'scheduled', publishAt: new Date(Date.now() + 3_600_000) }),
    ];
    await made('Another', { status: 'draft' });
    await made('Shown');
    const keys = [draft.key, scheduled.key, draft.key];
    expect(await stepSelectedEvents(admin, { intent: 'publish' }, keys)).toEqual({
      done: 2,
      left: [],
      unknown: 0,
    });
    expect(await states()).toEqual({
      Another: 'draft',
      Draft: 'published',
      Scheduled: 'published',
      Shown: 'published',
    });
    expect(await audited([draft.id, scheduled.id])).toEqual(
      [draft, scheduled].map(({ id }) => ['event.publish', id, admin.id]),
    );
    expect(await db().$count(mails)).toBe(0);
  });

  test('are withdrawn with one reason, but for those that people are registered for', async () => {
    const [empty, past, cancelled, counted] = [
      await made('Empty'),
      await withParticipant('Past', over),
      await withParticipant('Cancelled', { status: 'cancelled', cancelledReason: 'Strike' }),
      await withParticipant('Counted on'),
    ];
    const keys = [empty, past, cancelled, counted].map(({ key }) => key);
    const result = await stepSelectedEvents(admin, withdrawal, keys);
    expect(result).toMatchObject({ done: 3, unknown: 0 });
    expect(whyLeft(result)).toEqual({ 'Counted on': 'participants' });
    expect(await states()).toEqual({
      Cancelled: 'archived',
      'Counted on': 'published',
      Empty: 'archived',
      Past: 'archived',
    });
    const withdrawn = await db().select().from(events).where(eq(events.withdrawnReason, reason));
    expect(withdrawn).toHaveLength(3);
    const entries = await audited([empty, past, cancelled, counted].map(({ id }) => id));
    expect(entries).toHaveLength(3);
    expect(entries).toContainEqual(['event.withdraw', empty.id, admin.id]);
    expect(await db().$count(mails)).toBe(0);
  });

  test('are deleted where they are drafts without registrations', async () => {
    const { id, version } = await makeDraft({ title: 'Draft' });
    const others = [
      await withParticipant('Registered', { status: 'draft' }),
      await made('Shown'),
      await made('Scheduled', { status: 'scheduled', publishAt: new Date(Date.now() + 3_600_000) }),
      await made('Withdrawn', { status: 'archived' }),
    ];
    const keys = [versionKey({ id, version }), ...others.map(({ key }) => key)];
    const result = await stepSelectedEvents(admin, { intent: 'delete' }, keys);
    expect(result).toMatchObject({ done: 1, unknown: 0 });
    expect(whyLeft(result)).toEqual({
      Registered: 'registrations',
      Shown: 'state',
      Scheduled: 'state',
      Withdrawn: 'state',
    });
    expect(Object.keys(await states())).not.toContain('Draft');
    expect(await audited([id])).toContainEqual(['event.delete', id, admin.id]);
  });

  test('stay as they are where someone has changed, published or deleted them meanwhile', async () => {
    const [plain, changed, published, gone] = [
      await made('Plain', { status: 'draft' }),
      await made('Changed', { status: 'draft' }),
      await made('Published', { status: 'draft' }),
      await made('Gone', { status: 'draft' }),
    ];
    await step(published.id, { intent: 'publish' });
    await db().delete(events).where(eq(events.id, gone.id));
    await db()
      .update(events)
      .set({ version: changed.version + 1 })
      .where(eq(events.id, changed.id));
    const keys = [plain, changed, published, gone].map(({ key }) => key);
    const result = await stepSelectedEvents(admin, { intent: 'publish' }, keys);
    expect(result).toMatchObject({ done: 1, unknown: 1 });
    expect(whyLeft(result)).toEqual({ Changed: 'changed', Published: 'state' });
    // Of two who do the same, one has done it.
    const now = versionKey({ id: changed.id, version: changed.version + 1 });
    const both = await Promise.all(
      [now, now].map((key) => stepSelectedEvents(admin, { intent: 'publish' }, [key])),
    );
    expect(both.reduce((sum, { done }) => sum + done, 0)).toBe(1);
  });

  test('are nothing but events, whatever a form names', async () => {
    const { id, key, version } = await made('Draft', { status: 'draft' });
    const forged = [
      id,
      `${key}/1`,
      `${id}/1e0`,
      `${id}/-1`,
      `${newId()}/1`,
      `${admin.id}/1`,
      "1' or 1=1/1",
      '__proto__',
      '',
    ];
    expect(await stepSelectedEvents(admin, { intent: 'delete' }, forged)).toEqual({
      done: 0,
      left: [],
      unknown: forged.length,
    });
    const later = await stepSelectedEvents(admin, { intent: 'delete' }, [
      versionKey({ id, version: version + 1 }),
    ]);
    expect(whyLeft(later)).toEqual({ Draft: 'changed' });
    expect(await states()).toEqual({ Draft: 'draft' });
  });
});

describe('the form', () => {
  const pattern = '/administration/events';
  const form = (intent: string, selected: string[], fields: Record<string, string> = {}) => {
    const sent = new FormData();
    sent.set('intent', intent);
    for (const key of selected) sent.append('selected', key);
    for (const [name, value] of Object.entries(fields)) sent.set(name, value);
    return sent;
  };

  test('names the events before anything is done, and asks why they are withdrawn', async () => {
    const empty = await made('Empty', { visibility: 'members' });
    const counted = await withParticipant('Counted on');
    const asked = { actor: admin, pattern };
    const first = await askRoute({
      ...asked,
      form: form('ask-withdraw', [empty.key, counted.key]),
    });
    const { startsAt, endsAt } = empty;
    expect(first).toEqual({
      step: 'withdraw',
      asked: [
        {
          key: empty.key,
          title: 'Empty',
          language: 'en',
          startsAt,
          endsAt,
          visibility: 'members',
          publishAt: null,
        },
      ],
      result: {
        done: 0,
        left: [{ id: counted.id, title: 'Counted on', language: 'en', why: 'participants' }],
        unknown: 0,
      },
    });
    const unsaid = askRoute({ ...asked, form: form('withdraw', [empty.key], { reason: 'No' }) });
    expect(await statusOf(unsaid)).toBe(400);
    expect(await unsaid).toMatchObject({
      data: {
        asked: [{ key: empty.key }],
        fieldErrors: { reason: 'form.too-short' },
        values: { reason: 'No' },
      },
    });
    expect(await states()).toEqual({ 'Counted on': 'published', Empty: 'published' });
    const done = await askRoute({ ...asked, form: form('withdraw', [empty.key], { reason }) });
    expect(done).toEqual({ step: 'withdraw', result: { done: 1, left: [], unknown: 0 } });
    const [row] = await db().select().from(events).where(eq(events.id, empty.id));
    expect(row).toMatchObject({ status: 'archived', withdrawnReason: reason });
  });

  test('takes nothing else, and from administrators alone', async () => {
    const { key } = await made(`Draft of ${nextYear}`, { status: 'draft' });
    for (const actor of [anonymous, actorWithRole('USER')]) {
      for (const intent of ['ask-publish', 'publish', 'delete'])
        expect(await statusOf(askRoute({ actor, pattern, form: form(intent, [key]) }))).toBe(404);
      const refused = { code: 'error.not-found' };
      await expect(findSelectedEvents(actor, 'publish', [key])).rejects.toMatchObject(refused);
      for (const intent of ['publish', 'delete'] as const)
        await expect(stepSelectedEvents(actor, { intent }, [key])).rejects.toMatchObject(refused);
    }
    const status = (sent: FormData) => statusOf(askRoute({ actor: admin, pattern, form: sent }));
    expect(await status(form('publish', []))).toBe(302);
    expect(
      await status(
        form(
          'publish',
          Array.from({ length: 26 }, () => key),
        ),
      ),
    ).toBe(302);
    expect(await status(form('cancel', [key], { reason }))).toBe(400);
    expect(await status(form('publish', [key], { reason }))).toBe(400);
    expect(Object.values(await states())).toEqual(['draft']);
  });
});
