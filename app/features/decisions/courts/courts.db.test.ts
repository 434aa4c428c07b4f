import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { projectRoot } from '~/config/project-root.server';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { browseDecisions } from '~/features/decisions/browse/browse.server';
import { decisionQueryFrom } from '~/features/decisions/browse/decision-query';
import { listAuditEntriesOf } from '~/features/identity/audit/audit.server';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { type Actor, anonymous } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { pageOf } from '../../../../tests/support/site/page-of';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import {
  addCourt,
  changeCourt,
  deleteCourt,
  getCourt,
  listCourtsForEditing,
} from './court-editor.server';
import { loadCourts } from './courts.server';

let administrator: Actor;

beforeAll(async () => {
  administrator = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});
beforeEach(loadCourts);

/** A court of its own for each test. */
function courtCalled(ecliCode: string) {
  const facts = {
    ecliCode,
    abbreviation: ecliCode,
    name: `Arbeitsgericht ${ecliCode}`,
    nameEn: `Labour Court ${ecliCode}`,
    kind: 'court',
    language: 'de',
  } as const;
  const court = { ...facts, country: 'DE' };
  return { facts, court, form: { ...court, intent: 'save' }, code: `DE:${ecliCode.toUpperCase()}` };
}

const pattern = '/administration/decisions/courts/:code';
const send = (code: string, form: Record<string, string>, actor = administrator) =>
  askRoute({ actor, pattern, params: { code }, form });

const addDecision = (court: string) =>
  db()
    .insert(schema.decisionRecords)
    .values({
      identifier: `ECLI:${court}:2024:1`,
      isEcli: true,
      court,
      decidedOn: '2024-02-01',
      type: 'judgment',
      visibility: 'public',
      state: 'checked',
    });

test('an administrator adds, changes and deletes a court, each with an entry in the audit log', async () => {
  const { facts, form, code } = courtCalled('ArbGA');
  expect(await statusOf(send('new', form))).toBe(302);
  expect(await getCourt(administrator, code)).toMatchObject({ ...facts, decisions: 0 });
  const renamed = { ...facts, name: 'Arbeitsgericht Altstadt' };
  await changeCourt(administrator, { code, version: 1 }, renamed);
  const { courts } = await listCourtsForEditing(administrator, { search: 'altst', page: 1 });
  expect(courts).toMatchObject([{ code, name: 'Arbeitsgericht Altstadt' }]);
  await deleteCourt(administrator, code);
  await expect(getCourt(administrator, code)).rejects.toThrow('error.not-found');
  const entries = await listAuditEntriesOf(administrator, { kind: 'court', id: code });
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    'court.create',
    'court.delete',
    'court.update',
  ]);
});

test('a second court with the code of another is refused at its field, and what was typed stays', async () => {
  const { facts, court, form, code } = courtCalled('ArbGB');
  const second = { ...form, ecliCode: 'bgh', name: 'Bundesgerichtshof 2' };
  expect(await send('new', second)).toMatchObject({
    data: { fieldErrors: { ecliCode: 'form.court-known' }, values: { name: second.name } },
    init: { status: 409 },
  });
  await addCourt(administrator, court);
  await expect(
    changeCourt(administrator, { code, version: 1 }, { ...facts, ecliCode: 'BGH' }),
  ).rejects.toThrow('error.court.known');
  // Without an ECLI code, the abbreviation is the code.
  const withoutCode = { ...form, ecliCode: '', abbreviation: 'B.G.H.' };
  expect(await send('new', withoutCode)).toMatchObject({
    data: { fieldErrors: { abbreviation: 'form.court-known' } },
  });
});

test('every mistake is said at its field', async () => {
  const { form } = courtCalled('ArbGD');
  const empty = {
    ...form,
    name: '',
    country: '',
    abbreviation: '– –',
    ecliCode: '1 23',
    kind: '',
  };
  expect(await send('new', empty)).toMatchObject({
    data: {
      fieldErrors: {
        name: 'form.required',
        country: 'form.choose',
        abbreviation: 'form.court-abbreviation',
        ecliCode: 'form.court-code',
        kind: 'form.choose',
      },
    },
    init: { status: 400 },
  });
});

test('a court that a decision names is not deleted, and its decisions are found by its new name', async () => {
  const { facts, court, code } = courtCalled('ArbGC');
  await addCourt(administrator, court);
  await addDecision(code);
  expect(await send(code, { intent: 'delete' })).toMatchObject({
    data: { error: 'error.court.in-use' },
    init: { status: 409 },
  });
  expect((await getCourt(administrator, code)).decisions).toBe(1);
  const found = async (q: string) =>
    (await browseDecisions(anonymous, decisionQueryFrom(new URLSearchParams({ q })))).total;
  expect(await found('Neustadt')).toBe(0);
  const renamed = { ...facts, name: 'Arbeitsgericht Neustadt' };
  await changeCourt(administrator, { code, version: 1 }, renamed);
  expect(await found('Neustadt')).toBe(1);
});

test('of two administrators who change one court, the second is told, and loses nothing', async () => {
  const { facts, court, code } = courtCalled('ArbGF');
  await addCourt(administrator, court);
  const change = (name: string, version: number) =>
    send(code, { ...facts, name, intent: 'save', version: String(version) });
  expect(await statusOf(change('First', 1))).toBe(302);
  const late = await change('Second', 1);
  expect(late).toMatchObject({
    data: { error: 'error.changed-meanwhile', values: { name: 'Second' } },
    init: { status: 409 },
  });
  expect(await getCourt(administrator, code)).toMatchObject({ name: 'First', version: 2 });
  // The page is read again: it shows what is saved beside what was typed, and the next try replaces that.
  const route = join(projectRoot(), 'app/features/decisions/courts/edit-court.route.tsx');
  const module: Record<string, unknown> = await import(route);
  expect(module['shouldRevalidate']).toBe(reloadOwnChangesAndConflicts);
  const loaderData = await askRoute({ actor: administrator, pattern, params: { code } });
  const { data } = z.object({ data: z.object({}).loose() }).parse(late);
  const shown = await pageOf(pattern, {
    loaderData: z.object({}).loose().parse(loaderData),
    actionData: data,
  });
  expect(shown).toContain('Saved since: First');
  expect(shown.split('Saved since:')).toHaveLength(2);
  expect(shown).toContain('value="Second"');
  expect(shown).toContain('name="version" value="2"');
  expect(await statusOf(change('Second', 2))).toBe(302);
});

test('a member can neither see nor change the courts', async () => {
  const member = actorOf(await makeUser(db()));
  const list = '/administration/decisions/courts';
  expect(await statusOf(askRoute({ actor: member, pattern: list }))).toBe(404);
  expect(await statusOf(send('new', courtCalled('ArbGE').form, member))).toBe(404);
  expect(await statusOf(send('EU:C', { intent: 'delete' }, member))).toBe(404);
  const { courts } = schema;
  expect(await db().$count(courts, eq(courts.code, 'EU:C'))).toBe(1);
});
