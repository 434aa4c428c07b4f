import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { browseDecisions } from '~/features/decisions/browse/browse.server';
import { decisionQueryFrom } from '~/features/decisions/browse/decision-query';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { getDecision } from '~/features/decisions/records/records.server';
import { makeSitemap } from '~/pages/site-map/sitemap.server';
import { type Actor, anonymous } from '~/policy/actor';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { getRecord, listDecisionVersions, listRecords } from './editor.server';
import { removeWithdrawnDecisions } from './removal.server';

const { decisionRecords, decisionVersions, auditEntries } = schema;
const ecli = 'ECLI:EU:C:2024:531';
let admin: Actor;
let member: Actor;

beforeAll(async () => {
  await loadCourts();
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  member = actorOf(await makeUser(db()));
});
beforeEach(async () => void (await db().delete(decisionRecords)));

type Fields = Record<string, string | string[]>;

const filled: Fields = {
  version: '0',
  intent: 'save',
  ecli,
  court: 'EU:C',
  formation: '',
  decidedOn: '2024-06-20',
  publishedOn: '',
  type: 'judgment',
  outcome: 'interpretation',
  caseNumbers: 'C-182/22\nC-189/22',
  names: 'Scalable Capital',
  languages: ['de'],
  'provisions.0.instrument': 'gdpr',
  'provisions.0.article': '82',
  'provisions.0.paragraph': '1',
  'provisions.0.letter': '',
  topics: ['damages'],
  fineAmount: '',
  fineCurrency: 'EUR',
  celex: '',
  sourceUrl: '',
  'summaries.0.language': 'en',
  'summaries.0.text': 'Loss of control may be damage.',
  'summaries.0.author': 'Ada',
  visibility: 'public',
};

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one);
  return form;
}

const send = (actor: Actor, id: string, fields: Fields) =>
  askRoute({
    actor,
    pattern: '/administration/decisions/:id',
    params: { id },
    form: formOf(fields),
  });

const create = async (fields: Fields = {}) => {
  const answer = await send(admin, 'new', { ...filled, ...fields });
  if (!(answer instanceof Response)) throw new Error(JSON.stringify(answer));
  return answer.headers.get('Location')?.split('/').at(-1) ?? '';
};

const step = (id: string, intent: string, version: number, more: Fields = {}) =>
  send(admin, id, { intent, version: String(version), ...more });

const found = async (actor: Actor) =>
  (await browseDecisions(actor, decisionQueryFrom(new URLSearchParams()))).total;

test('an administrator creates a decision, which others find only once it is published', async () => {
  const id = await create();
  expect(await getRecord(admin, id)).toMatchObject({
    identifier: ecli,
    state: 'proposed',
    caseNumbers: ['C-182/22', 'C-189/22'],
    provisions: ['gdpr/82/1'],
    summaries: [{ language: 'en', text: 'Loss of control may be damage.', author: 'Ada' }],
  });
  for (const actor of [anonymous, member]) {
    expect(await found(actor)).toBe(0);
    await expect(getDecision(actor, ecli)).rejects.toThrow('error.not-found');
  }
  expect(await makeSitemap()).not.toContain(ecli);
  expect(await statusOf(step(id, 'check', 1))).toBe(302);
  expect(await found(anonymous)).toBe(1);
  expect(await makeSitemap()).toContain(ecli);
  const noted = await db()
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(eq(auditEntries.targetId, id))
    .orderBy(auditEntries.seq);
  expect(noted.map(({ action }) => action)).toEqual(['decision.create', 'decision.check']);
});

const steps: Fields[] = [
  { intent: 'check', version: '1' },
  { intent: 'withdraw', version: '1', reason: 'No' },
  { intent: 'restore', version: '1' },
  { intent: 'merge', version: '1', into: 'ECLI:EU:C:2020:1' },
];

test('members and visitors neither read nor change anything here', async () => {
  const id = await create();
  for (const actor of [member, anonymous, actorWithRole('USER')]) {
    const pages = ['/administration/decisions', '/administration/decisions/:id'];
    for (const pattern of [...pages, '/administration/decisions/:id/versions'])
      expect(await statusOf(askRoute({ actor, pattern, params: { id } }))).toBe(404);
    for (const fields of [{ ...filled, version: '1' }, ...steps])
      expect(await statusOf(send(actor, id, fields))).toBe(404);
    expect(await statusOf(send(actor, 'new', { ...filled, ecli: 'ECLI:EU:C:2020:1' }))).toBe(404);
  }
  expect(await getRecord(admin, id)).toMatchObject({ version: 1, state: 'proposed' });
  expect(await db().$count(decisionRecords)).toBe(1);
});

test('a second record of one ECLI is refused with a link to the first, in whatever letter case', async () => {
  const id = await create();
  const again = send(admin, 'new', { ...filled, ecli: ecli.toLowerCase(), names: 'Twice' });
  expect(await again).toMatchObject({
    init: { status: 409 },
    data: { error: 'error.decision.known', known: { id }, values: { names: 'Twice' } },
  });
  expect(await db().$count(decisionRecords)).toBe(1);
  const bothAtOnce = [1, 2].map(() =>
    statusOf(send(admin, 'new', { ...filled, ecli: 'ECLI:EU:C:2024:1' })),
  );
  expect((await Promise.all(bothAtOnce)).toSorted((a, b) => a - b)).toEqual([302, 409]);
});

test('without an ECLI a decision is named by court, year and number, once', async () => {
  const id = await create({ ecli: '' });
  expect(await getRecord(admin, id)).toMatchObject({
    identifier: 'DPJ:EU:C:2024:C-182.22',
    isEcli: false,
  });
  expect(await statusOf(send(admin, 'new', { ...filled, ecli: '' }))).toBe(409);
  await send(admin, id, { ...filled, version: '1' });
  expect(await getRecord(admin, id)).toMatchObject({ identifier: ecli, isEcli: true });
});

test('what is wrong is said at its field, and everything typed stays', async () => {
  const wrong = {
    ...filled,
    ecli: 'ECLI:EU',
    court: '',
    decidedOn: 'soon',
    sourceUrl: 'ftp://court',
    fineAmount: 'much',
    'provisions.0.article': 'x1',
  };
  expect(await send(admin, 'new', wrong)).toMatchObject({
    init: { status: 400 },
    data: {
      fieldErrors: {
        ecli: 'form.ecli',
        court: 'form.choose',
        decidedOn: 'form.decision-day',
        sourceUrl: 'form.web-address',
        fineAmount: 'form.amount',
        'provisions.0.article': 'form.provision',
      },
      values: { ecli: 'ECLI:EU', fineAmount: 'much', provisions: expect.stringContaining('x1') },
    },
  });
  expect(await statusOf(send(admin, 'new', { ...filled, state: 'checked' }))).toBe(400);
  expect(await statusOf(send(admin, 'new', { ...filled, proposal: 'none' }))).toBe(400);
  expect(await statusOf(send(admin, 'new', { ...filled, ecli: '', court: 'XX:NONE' }))).toBe(409);
  expect(await db().$count(decisionRecords)).toBe(0);
});

test('of two who change a decision, the second is refused and loses nothing', async () => {
  const id = await create();
  expect(await statusOf(send(admin, id, { ...filled, version: '1', names: 'First' }))).toBe(302);
  const names = { label: 'decision-editor.names', before: 'First', after: 'Second' };
  for (const intent of ['save', 'check']) {
    const late = { ...filled, intent, version: '1', names: 'Second' };
    expect(await send(admin, id, late)).toMatchObject({
      init: { status: 409 },
      data: {
        error: 'error.changed-meanwhile',
        values: { names: 'Second', languages: 'de' },
        saved: { version: 2, differences: [names] },
      },
    });
  }
  expect(await statusOf(step(id, 'check', 1))).toBe(409);
  expect(await getRecord(admin, id)).toMatchObject({ names: ['First'], version: 2 });
  const { versions } = await listDecisionVersions(admin, id);
  expect(versions).toMatchObject([{ number: 1, content: { names: ['Scalable Capital'] } }]);
});

test('what was typed is saved when the decision is published', async () => {
  const id = await create();
  const press = (intent: string, version: number, more: Fields) =>
    send(admin, id, { ...filled, intent, version: String(version), ...more });
  expect(await press('check', 1, { names: 'Typed', decidedOn: 'soon' })).toMatchObject({
    init: { status: 400 },
    data: { fieldErrors: { decidedOn: 'form.decision-day' }, values: { names: 'Typed' } },
  });
  expect(await getRecord(admin, id)).toMatchObject({ state: 'proposed', version: 1 });
  expect(await statusOf(press('check', 1, { names: 'Typed' }))).toBe(302);
  expect(await getDecision(anonymous, ecli)).toMatchObject({ names: ['Typed'] });
  const { versions } = await listDecisionVersions(admin, id);
  expect(versions.map(({ content }) => [content.names?.[0], content.state])).toEqual([
    ['Typed', 'proposed'],
    ['Scalable Capital', 'proposed'],
  ]);
});

test('a decision is withdrawn whatever its form would refuse', async () => {
  const id = await create();
  await step(id, 'check', 1);
  // As an import takes it.
  const without = { caseNumbers: [], isEcli: false, identifier: 'DPJ:1' };
  await db().update(decisionRecords).set(without).where(eq(decisionRecords.id, id));
  const page = await askRoute({
    actor: admin,
    pattern: '/administration/decisions/:id',
    params: { id },
  });
  expect(page).toMatchObject({ record: { state: 'checked' } });
  await step(id, 'withdraw', 2, { reason: 'Names of parties' });
  expect(await getRecord(admin, id)).toMatchObject({ state: 'withdrawn' });
});

test('a decision is withdrawn with a reason and restored as it was', async () => {
  const id = await create();
  expect(await statusOf(step(id, 'restore', 1))).toBe(409);
  await step(id, 'check', 1);
  expect(await statusOf(step(id, 'check', 2))).toBe(409);
  expect(await step(id, 'withdraw', 2, { reason: ' ' })).toMatchObject({
    data: { fieldErrors: { reason: 'form.required' } },
  });
  await step(id, 'withdraw', 2, { reason: 'Names of parties' });
  expect(await found(member)).toBe(0);
  expect(await statusOf(send(admin, id, { ...filled, version: '3' }))).toBe(409);
  await step(id, 'restore', 3);
  expect(await getRecord(admin, id)).toMatchObject({ state: 'checked', version: 4 });
  const [noted] = await db()
    .select({ reason: auditEntries.reason })
    .from(auditEntries)
    .where(and(eq(auditEntries.targetId, id), eq(auditEntries.action, 'decision.withdraw')));
  expect(noted).toEqual({ reason: 'Names of parties' });
});

test('a published decision keeps its address', async () => {
  const id = await create();
  await step(id, 'check', 1);
  await send(admin, id, { ...filled, version: '2', ecli: 'ECLI:EU:C:2024:999' });
  expect(await getRecord(admin, id)).toMatchObject({ identifier: ecli, version: 3 });
});

test('what was withdrawn a month ago is deleted with its versions, and what was merged is not', async () => {
  const [gone, fresh, merged] = [
    await create(),
    await create({ ecli: 'ECLI:EU:C:2024:6' }),
    await create({ ecli: 'ECLI:EU:C:2024:7' }),
  ];
  const kept = await create({ ecli: 'ECLI:EU:C:2024:8' });
  for (const one of [gone, fresh]) await step(one, 'withdraw', 1, { reason: 'A mistake' });
  await step(merged, 'merge', 1, { into: 'ECLI:EU:C:2024:8', confirmed: kept });
  const longAgo = new Date(Date.now() - 31 * 24 * 3_600_000);
  for (const one of [gone, merged, kept])
    await db()
      .update(decisionRecords)
      .set({ updatedAt: longAgo })
      .where(eq(decisionRecords.id, one));
  await removeWithdrawnDecisions();
  const left = await db().select({ id: decisionRecords.id }).from(decisionRecords);
  expect(left.map(({ id }) => id).toSorted()).toEqual([fresh, merged, kept].toSorted());
  expect(await db().$count(decisionVersions, eq(decisionVersions.decision, gone))).toBe(0);
  const removed = and(eq(auditEntries.action, 'decision.remove'), eq(auditEntries.targetId, gone));
  expect(await db().$count(auditEntries, removed)).toBe(1);
});

test('the list is narrowed by state and words', async () => {
  const id = await create();
  await create({ ecli: 'ECLI:EU:C:2024:1', names: 'Österreichische Post' });
  await step(id, 'check', 1);
  const names = async (filter: Partial<Parameters<typeof listRecords>[1]>) =>
    (await listRecords(admin, { state: null, search: '', page: 1, ...filter })).records.map(
      (one) => one.names[0],
    );
  expect(await names({ state: 'checked' })).toEqual(['Scalable Capital']);
  expect(await names({ search: 'osterreich' })).toEqual(['Österreichische Post']);
  expect(await names({ search: 'C-189/22', state: 'proposed' })).toEqual(['Österreichische Post']);
  // A page after the last is the last.
  expect(await names({ page: 2 })).toEqual(await names({ page: 1 }));
});
