import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, db, openDatabase, pool, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { suspendAccount } from '~/features/identity/accounts/accounts.server';
import { pressUnsubscribe } from '~/features/identity/subscriptions/unsubscribing.server';
import { jobs } from '~/jobs.server';
import { anonymous, commandLine, type SignedInActor } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { publishDecision, setDecision } from '../../../../tests/support/texts/followed-decisions';
import type { FollowRhythm } from './follow-rhythms';
import { follow, type FollowSubject, listFollows, markSeen, setRhythm } from './following.server';
import {
  sendDailyFollowDigests,
  sendFollowDigests,
  sendWeeklyFollowDigests,
} from './send-follow-digests.job.server';

let member: SignedInActor;

beforeAll(async () => {
  await loadCourts();
  // Without whom nobody can be suspended.
  await makeUser(db(), { role: 'ADMIN' });
});
beforeEach(async () => {
  await db().delete(schema.follows);
  await db().delete(schema.decisionRecords);
  await db().delete(schema.mails);
  member = actorOf(await makeUser(db()));
});

async function followAt(rhythm: FollowRhythm, subject: FollowSubject, actor = member) {
  await follow(actor, subject);
  const [newest] = (await listFollows(actor)).follows;
  await setRhythm(actor, { id: newest?.id ?? '', rhythm });
}

const mailsTo = (actor: SignedInActor) =>
  db().select().from(schema.mails).where(eq(schema.mails.recipient, actor.email));
const textTo = async (actor: SignedInActor) =>
  (await mailsTo(actor)).map(({ text }) => text).join('\n');

test('a digest lists the new decisions of what is followed at its rhythm, once', async () => {
  expect(jobs).toEqual(expect.arrayContaining([sendDailyFollowDigests, sendWeeklyFollowDigests]));
  await publishDecision({ topics: ['damages'], names: ['Before'] });
  await followAt('daily', { filter: 'topic=damages' });
  expect(await sendFollowDigests('daily')).toBe(0);
  const fits = await publishDecision({ topics: ['damages'] });
  await publishDecision({ topics: ['access'], names: ['Elsewhere'] });
  expect(await sendFollowDigests('weekly')).toBe(0);
  expect(await sendFollowDigests('daily')).toBe(1);
  expect(await sendFollowDigests('daily')).toBe(0);
  const [mail] = await mailsTo(member);
  expect(mail?.text).toContain(`Dear ${member.firstName} ${member.lastName}`);
  expect(mail?.text).toContain('Compensation and liability');
  expect(mail?.text).toContain(fits.names[0]);
  expect(mail?.text).toContain(`/decisions/${fits.identifier}`);
  expect(mail?.text).not.toMatch(/Before|Elsewhere/);
  expect(mail?.headers).toMatchObject({
    'List-Unsubscribe': expect.stringMatching(/\/unsubscribe\/[0-9a-f]{64}\?list=following>/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

test('a decision is told once, however many follows, rhythms and runs find it', async () => {
  const cited = await publishDecision();
  await followAt('daily', { filter: '' });
  await followAt('daily', { identifier: cited.identifier });
  await followAt('weekly', { filter: 'topic=damages' });
  const one = await publishDecision({ topics: ['damages'], cites: cited.identifier });
  await Promise.all([1, 2, 3].map(() => sendFollowDigests('daily')));
  await sendFollowDigests('weekly');
  expect(await mailsTo(member)).toHaveLength(1);
  expect((await textTo(member)).split(`/decisions/${one.identifier}`)).toHaveLength(2);
});

test('digests of words need no second connection while they hold one', async () => {
  await followAt('daily', { filter: 'q=Waiting' });
  await publishDecision({ names: ['Waiting'] });
  const { connectionString } = pool().options;
  await closeDatabase();
  openDatabase({ connectionString, max: 1 });
  try {
    expect(await sendFollowDigests('daily')).toBe(1);
  } finally {
    await closeDatabase();
    openDatabase({ connectionString });
  }
});

test('what failed half-way is sent by the next run', async () => {
  await followAt('daily', { filter: '' });
  await publishDecision();
  await db().execute(
    `alter table mails add constraint no_mails check (template <> 'follow-digest')`,
  );
  await expect(sendFollowDigests('daily')).rejects.toThrow(/no_mails|Failed query/);
  await db().execute('alter table mails drop constraint no_mails');
  expect(await sendFollowDigests('daily')).toBe(1);
});

test('a followed decision that is withdrawn is told by its identifier alone', async () => {
  const one = await publishDecision({ names: ['A name in it'] });
  await followAt('daily', { identifier: one.identifier });
  await setDecision(one.id, { state: 'withdrawn' });
  expect(await sendFollowDigests('daily')).toBe(1);
  expect(await sendFollowDigests('daily')).toBe(0);
  const text = await textTo(member);
  expect(text).toContain(one.identifier);
  expect(text).not.toContain('A name in it');
});

test('a mail lists fifty decisions and says how many more there are', async () => {
  await followAt('weekly', { filter: 'country=EU' });
  for (let at = 0; at < 53; at += 1) await publishDecision();
  expect(await sendFollowDigests('weekly')).toBe(1);
  const text = await textTo(member);
  expect(text.match(/\/decisions\/ECLI/g)).toHaveLength(50);
  expect(text).toContain('3 more decisions');
  expect(await sendFollowDigests('weekly')).toBe(0);
});

test('a decision for members is counted and not named', async () => {
  await followAt('daily', { filter: 'country=EU' });
  await publishDecision({ names: ['Open to all'] });
  const own = await publishDecision({ names: ['For members alone'], visibility: 'members' });
  expect(await sendFollowDigests('daily')).toBe(1);
  const text = await textTo(member);
  expect(text).toContain('Open to all');
  expect(text).toContain('1 new decision for members');
  expect(text).not.toContain('For members alone');
  expect(text).not.toContain(own.identifier);
});

test('a followed decision for members is named in no e-mail', async () => {
  const own = await publishDecision({ names: ['For members alone'], visibility: 'members' });
  await followAt('daily', { identifier: own.identifier });
  await publishDecision({ names: ['Cites it'], cites: own.identifier });
  expect(await sendFollowDigests('daily')).toBe(1);
  await setDecision(own.id, { state: 'withdrawn' });
  expect(await sendFollowDigests('daily')).toBe(1);
  const texts = (await mailsTo(member)).map(({ html, text }) => `${html} ${text}`).join(' ');
  expect(texts).toContain('Cites it');
  expect(texts).toContain('Decisions that cite one for members which you follow');
  expect(texts).toContain('A decision for members that you follow has been withdrawn.');
  expect(texts).not.toMatch(new RegExp(`For members alone|${own.identifier}`));
});

describe('nothing is sent', () => {
  const changes: [string, (one: { id: string; listedAt: Date | null }) => Promise<unknown>][] = [
    [
      'to a suspended member',
      () =>
        transaction((tx) => suspendAccount(tx, commandLine, { userId: member.id, at: new Date() })),
    ],
    ['to a deleted one', () => db().delete(schema.users).where(eq(schema.users.id, member.id))],
    ['of a decision withdrawn meanwhile', ({ id }) => setDecision(id, { state: 'withdrawn' })],
    ['of what has been marked as seen', ({ listedAt }) => markSeen(member, listedAt ?? new Date())],
    [
      'of what was published long ago',
      ({ id }) => setDecision(id, { listedAt: new Date(Date.now() - 31 * 86_400_000) }),
    ],
    [
      'to one who wants it on the home page alone',
      () => db().update(schema.follows).set({ rhythm: 'home' }),
    ],
  ];
  test.each(changes)('%s', async (_name, change) => {
    const other = actorOf(await makeUser(db()));
    await followAt('daily', { filter: '' });
    await db()
      .update(schema.follows)
      .set({ seenAt: new Date('2026-01-01') });
    const one = await publishDecision();
    await change(one);
    await sendFollowDigests('daily');
    expect(await mailsTo(member)).toEqual([]);
    expect(await mailsTo(other)).toEqual([]);
  });

  test('of the file of a decision that only administrators may open', async () => {
    const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
    for (const actor of [member, admin]) await followAt('daily', { filter: 'text=yes' }, actor);
    const { identifier: ecli } = await publishDecision({ visibility: 'members' });
    await db()
      .insert(schema.intranetResources)
      .values({
        collection: 'adminIntranet',
        folder: false,
        title: ecli,
        metadata: { schema: 1, kind: 'judgment', judgment: { ecli } },
        storageExtension: 'pdf',
        fileVersion: 1,
      });
    await sendFollowDigests('daily');
    expect(await mailsTo(member)).toHaveLength(0);
    expect(await mailsTo(admin)).toHaveLength(1);
  });
});

test('who leaves by the link gets none until a rhythm is chosen again', async () => {
  await followAt('daily', { filter: '' });
  await publishDecision();
  await sendFollowDigests('daily');
  const [mail] = await mailsTo(member);
  const id = /unsubscribe\/([0-9a-f]{64})/.exec(mail?.text ?? '')?.[1] ?? '';
  const press = { intent: 'leave' as const, lists: ['following' as const] };
  await pressUnsubscribe(anonymous, { id, press, clientAddress: '192.0.2.7' });
  const meanwhile = await publishDecision();
  expect(await sendFollowDigests('daily')).toBe(0);
  expect(await listFollows(member)).toMatchObject({ hasLeft: true });
  // A new follow does not bring the e-mails back.
  await follow(member, { filter: 'country=EU' });
  expect((await listFollows(member)).follows[0]).toMatchObject({ rhythm: 'home' });
  const [, first] = (await listFollows(member)).follows;
  await setRhythm(member, { id: first?.id ?? '', rhythm: 'daily' });
  expect(await listFollows(member)).toMatchObject({ hasLeft: false });
  // What no e-mail has told is told now.
  expect(await sendFollowDigests('daily')).toBe(1);
  expect(await textTo(member)).toContain(meanwhile.identifier);
});
