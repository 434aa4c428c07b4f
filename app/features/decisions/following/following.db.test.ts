import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { changeState } from '~/features/decisions/editor/editor.server';
import { mergeDecision } from '~/features/decisions/editor/merging.server';
import { loadNewForMember } from '~/pages/home/new-for-member.server';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { publishDecision, setDecision } from '../../../../tests/support/texts/followed-decisions';
import { findFollow, follow, listFollows, listNewInFollows } from './following.server';

const pattern = '/settings/following';
let admin: SignedInActor;
let member: SignedInActor;

const person = async (role: 'USER' | 'ADMIN' = 'USER') => actorOf(await makeUser(db(), { role }));

beforeAll(async () => {
  await loadCourts();
  admin = await person('ADMIN');
});
beforeEach(async () => {
  await db().delete(schema.decisionRecords);
  member = await person();
});

const send = (actor: SignedInActor, form: Record<string, string>) =>
  askRoute({ actor, pattern, form });
const newTo = async (actor: SignedInActor) =>
  (await listNewInFollows(actor))?.decisions.map(({ identifier }) => identifier);
const stateOf = async (actor: SignedInActor, address: string) => {
  const page: unknown = await askRoute({ actor, pattern: '/decisions', address });
  return page;
};

test('a filter is followed in one spelling, whatever its order, sort and page', async () => {
  const filter = 'page=3&topic=damages&sort=oldest&country=EU&unknown=1';
  const answer = await send(member, { intent: 'follow-filter', filter });
  expect(answer instanceof Response && answer.headers.get('Location')).toBe(
    '/decisions?country=EU&topic=damages',
  );
  await follow(member, { filter: 'country=EU&topic=damages' });
  expect((await listFollows(member)).follows).toMatchObject([
    { filter: 'country=EU&topic=damages', rhythm: 'weekly' },
  ]);
  expect(await stateOf(member, '/decisions?topic=damages&country=EU&sort=oldest')).toMatchObject({
    follow: { id: expect.any(String) },
  });
  expect(await stateOf(member, '/decisions?topic=damages')).toMatchObject({ follow: { id: null } });
  const page = await askRoute({ actor: member, pattern, language: 'fr' });
  expect(page).toMatchObject({
    follows: [{ name: 'Union européenne · Réparation et responsabilité' }],
  });
  const visitor = await askRoute({ actor: anonymous, pattern: '/decisions' });
  expect(visitor).toMatchObject({ follow: null });
});

test('what was published since is new, and what was there before is not', async () => {
  await publishDecision({ topics: ['damages'] });
  await follow(member, { filter: 'topic=damages' });
  expect(await newTo(member)).toEqual([]);
  await publishDecision({ topics: ['access'] });
  const fits = await publishDecision({ topics: ['damages'] });
  const proposed = await publishDecision({ topics: ['damages'], state: 'proposed' });
  expect(await newTo(member)).toEqual([fits.identifier]);
  await changeState(admin, { id: proposed.id, version: 1 }, { step: 'check' });
  expect(await newTo(member)).toEqual([proposed.identifier, fits.identifier]);
  expect(await loadNewForMember(member, 'en')).toMatchObject({
    followed: { entries: [{ name: proposed.names[0] }, { name: fits.names[0] }] },
  });
  // A correction does not make it new, nor does its way back after it was withdrawn.
  await setDecision(fits.id, { state: 'withdrawn' });
  expect(await newTo(member)).toEqual([proposed.identifier]);
  const seen = await listNewInFollows(member);
  const until = seen?.until?.toISOString() ?? '';
  expect(await statusOf(send(member, { intent: 'seen', until, from: 'page' }))).toBe(302);
  await setDecision(fits.id, { state: 'checked' });
  expect(await newTo(member)).toEqual([]);
});

test('with no filter all new decisions are followed', async () => {
  await follow(member, { filter: '' });
  const one = await publishDecision({ topics: ['access'] });
  expect(await newTo(member)).toEqual([one.identifier]);
});

test('a followed decision has news when a new one cites it, or when it is withdrawn', async () => {
  const cited = await publishDecision();
  await publishDecision({ cites: cited.identifier });
  await follow(member, { identifier: cited.identifier.toLowerCase() });
  expect(await newTo(member)).toEqual([]);
  const hidden = await publishDecision({ cites: cited.identifier, state: 'proposed' });
  const citing = await publishDecision({ cites: cited.identifier, visibility: 'members' });
  await publishDecision();
  expect(await newTo(member)).toEqual([citing.identifier]);
  await setDecision(citing.id, { state: 'withdrawn' });
  expect(await newTo(member)).toEqual([]);
  await setDecision(hidden.id, { state: 'withdrawn' });
  expect(await listNewInFollows(member)).toMatchObject({ withdrawals: [] });
  await setDecision(cited.id, { state: 'withdrawn' });
  expect(await listNewInFollows(member)).toMatchObject({
    withdrawals: [{ identifier: cited.identifier }],
  });
  // Of what is withdrawn, no name is shown any more.
  expect(await askRoute({ actor: member, pattern })).toMatchObject({
    follows: [{ name: cited.identifier, state: 'decision.state.withdrawn' }],
    news: { withdrawals: [cited.identifier] },
  });
});

test('a member cannot follow what the member may not find', async () => {
  const proposed = await publishDecision({ state: 'proposed' });
  for (const identifier of [proposed.identifier, 'ECLI:EU:C:1999:1'])
    expect(await statusOf(send(member, { intent: 'follow-decision', identifier }))).toBe(404);
  await expect(follow(anonymous, { filter: '' })).rejects.toMatchObject({
    code: 'error.not-found',
  });
  await expect(findFollow(anonymous, { filter: '' })).rejects.toMatchObject({
    code: 'error.not-found',
  });
});

test('nobody sees, changes or stops what another follows', async () => {
  await follow(member, { filter: 'q=consent' });
  const [own] = (await listFollows(member)).follows;
  const other = await person();
  const id = own?.id ?? '';
  expect((await listFollows(other)).follows).toEqual([]);
  expect(await statusOf(send(other, { intent: 'stop', follow: id }))).toBe(404);
  expect(await statusOf(send(other, { intent: 'rhythm', follow: id, rhythm: 'daily' }))).toBe(404);
  expect((await listFollows(member)).follows).toEqual([own]);
  expect(await statusOf(send(member, { intent: 'rhythm', follow: id, rhythm: 'home' }))).toBe(302);
  expect((await listFollows(member)).follows).toMatchObject([{ rhythm: 'home' }]);
  expect(await statusOf(send(member, { intent: 'stop', follow: id }))).toBe(302);
  expect((await listFollows(member)).follows).toEqual([]);
});

test('one member follows fifty things and no more, also at the same moment', async () => {
  const filters = Array.from({ length: 48 }, (_, at) => ({
    userId: member.id,
    filter: `q=word${at}`,
    rhythm: 'home' as const,
  }));
  await db().insert(schema.follows).values(filters);
  const tries = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((q) => follow(member, { filter: `q=${q}` })),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect((await listFollows(member)).follows).toHaveLength(50);
  // What is followed already is no more.
  await follow(member, { filter: 'q=word1' });
  const refused = await send(member, { intent: 'follow-filter', filter: 'q=more' });
  expect(refused instanceof Response && refused.headers.get('Location')).toBe(pattern);
});

test('what cannot be is refused', async () => {
  const until = '+200000-01-01T00:00:00.000Z';
  const forms: Record<string, string>[] = [
    { intent: 'follow-filter', filter: 'q='.padEnd(1_001, 'x') },
    { intent: 'follow-decision', identifier: 'ECLI\0' },
    { intent: 'stop', follow: 'nothing' },
    { intent: 'seen', until },
    { intent: 'seen', until: 'soon' },
    { intent: 'rhythm', follow: member.id, rhythm: 'hourly' },
    { intent: 'other' },
  ];
  for (const form of forms) expect(await statusOf(send(member, form)), form.intent).toBe(400);
});

test('who followed a decision that became part of another follows that one', async () => {
  const [record, kept] = [await publishDecision(), await publishDecision()];
  const both = await person();
  await follow(member, { identifier: record.identifier });
  for (const { identifier } of [record, kept]) await follow(both, { identifier });
  await mergeDecision(admin, { id: record.id, version: 1 }, kept.id);
  for (const actor of [member, both])
    expect((await listFollows(actor)).follows).toMatchObject([{ identifier: kept.identifier }]);
  expect(await listNewInFollows(member)).toMatchObject({ withdrawals: [] });
  const citing = await publishDecision({ cites: record.identifier });
  expect(await newTo(member)).toEqual([citing.identifier]);
});

test('what a member follows goes with the account', async () => {
  await follow(member, { filter: '' });
  await db().delete(schema.users).where(eq(schema.users.id, member.id));
  expect(await db().$count(schema.follows, eq(schema.follows.userId, member.id))).toBe(0);
});
