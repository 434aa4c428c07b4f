import { beforeAll, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { changeState, getRecord, type StateStep } from '~/features/decisions/editor/editor.server';
import { mergeDecision } from '~/features/decisions/editor/merging.server';
import { newId } from '~/lib/new-id';
import { type Actor, anonymous } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';

let administrator: Actor;
let member: Actor;

beforeAll(async () => {
  await loadCourts();
  administrator = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  member = actorOf(await makeUser(db()));
});

async function makeDecision(
  identifier: string,
  { state, visibility }: { state: 'proposed' | 'checked'; visibility: 'public' | 'members' },
): Promise<string> {
  const id = newId();
  const facts = { court: 'EU:C', decidedOn: '2023-05-04', type: 'judgment' } as const;
  const row = { id, identifier, isEcli: true, state, visibility, ...facts };
  await db().insert(schema.decisionRecords).values(row);
  return id;
}

async function take(id: string, step: StateStep) {
  const { version } = await getRecord(administrator, id);
  await changeState(administrator, { id, version }, { step, reason: 'A name in it' });
}

const ask = (actor: Actor, identifier: string) =>
  askRoute({ actor, pattern: '/decisions/:identifier', params: { identifier } });

test('a withdrawn decision is gone for those who could read it, and unknown to all others', async () => {
  const withdrawn = async (...[identifier, how]: Parameters<typeof makeDecision>) => {
    await take(await makeDecision(identifier, how), 'withdraw');
    return [
      await statusOf(ask(anonymous, identifier)),
      await statusOf(ask(member, identifier)),
      await statusOf(ask(administrator, identifier)),
    ];
  };
  const checked = { state: 'checked', visibility: 'public' } as const;
  expect(await withdrawn('ECLI:EU:C:2023:9001', checked)).toEqual([410, 410, 200]);
  const forMembers = { ...checked, visibility: 'members' } as const;
  expect(await withdrawn('ECLI:EU:C:2023:9002', forMembers)).toEqual([404, 410, 200]);
  const proposed = { ...checked, state: 'proposed' } as const;
  expect(await withdrawn('ECLI:EU:C:2023:9003', proposed)).toEqual([404, 404, 200]);
});

test('nothing of a withdrawn decision is in the answer, for people or programs', async () => {
  const identifier = 'ECLI:EU:C:2023:9004';
  const id = await makeDecision(identifier, { state: 'checked', visibility: 'public' });
  await take(id, 'withdraw');
  const thrown: unknown = await ask(anonymous, identifier.toLowerCase()).catch(
    (error: unknown) => error,
  );
  expect(thrown).toMatchObject({ data: 'error.decision.withdrawn', init: { status: 410 } });
  const pattern = '/api/decisions/:identifier';
  const answer = await askRoute({ actor: anonymous, pattern, params: { identifier } });
  if (!(answer instanceof Response)) throw new Error('No answer');
  expect(answer.status).toBe(410);
  expect(await answer.json()).toEqual({
    type: 'about:blank',
    title: 'Gone',
    status: 410,
    detail: 'This decision was withdrawn.',
  });
  await take(id, 'restore');
  expect(await statusOf(ask(anonymous, identifier))).toBe(200);
});

test('a merged decision leads to the other one for good, which may be withdrawn later', async () => {
  const how = { state: 'checked', visibility: 'public' } as const;
  const [from, to] = ['ECLI:EU:C:2023:9005', 'ECLI:EU:C:2023:9006'];
  const [merged, kept] = [await makeDecision(from, how), await makeDecision(to, how)];
  await mergeDecision(administrator, { id: merged, version: 1 }, kept);
  const answer = await ask(anonymous, from).catch((error: unknown) => error);
  if (!(answer instanceof Response)) throw new Error('No redirect');
  expect([answer.status, answer.headers.get('Location')]).toEqual([301, `/decisions/${to}`]);
  await take(kept, 'withdraw');
  expect(await statusOf(ask(anonymous, to))).toBe(410);
  expect(await statusOf(ask(anonymous, from))).toBe(410);
});
