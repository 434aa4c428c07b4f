import { beforeAll, expect, test } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { config, setConfig } from '~/config/config.server';
import { db, isUniqueViolation, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { getProvision } from '~/features/decisions/provisions/provisions.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { makeSitemap } from '~/pages/site-map/sitemap.server';
import { type Actor, anonymous } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { getDecision } from './records.server';

const { decisionRecords, decisionCitations } = schema;
const membersOnly = 'ECLI:NL:GHAMS:2023:793';
let member: Actor;

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
  member = actorOf(await makeUser(db()));
});

const askFor = (actor: Actor, identifier: string) =>
  askRoute({ actor, pattern: '/decisions/:identifier', params: { identifier } });

test('a decision is read by its ECLI, with what it cites and what cites it', async () => {
  const decision = await getDecision(anonymous, 'ECLI:EU:C:2023:370');
  expect(decision).toMatchObject({
    caseNumbers: ['C-300/21'],
    court: { name: 'Cour de justice de l’Union européenne' },
    provisions: ['gdpr/82/1'],
  });
  expect(decision.citedBy.map((one) => one.decision.identifier)).toContain('ECLI:EU:C:2024:288');
  const juris = await getDecision(anonymous, 'ECLI:EU:C:2024:288');
  expect(juris.cites.map((one) => one.decision?.identifier)).toContain('ECLI:EU:C:2023:370');
});

test('a visitor gets of a record what its page shows, and nothing else', async () => {
  const answer = await askFor(anonymous, 'ECLI:EU:C:2023:370');
  const { decision } = Object(answer);
  expect(Object.keys(decision).toSorted()).toEqual([
    'caseNumbers',
    'celex',
    'cites',
    'court',
    'decidedOn',
    'files',
    'fineAmount',
    'fineCurrency',
    'formation',
    'identifier',
    'isEcli',
    'languages',
    'names',
    'outcome',
    'provisions',
    'publishedOn',
    'sourceUrl',
    'state',
    'summaries',
    'topics',
    'type',
    'visibility',
  ]);
  const ofCourt = ['code', 'country', 'kind', 'language', 'name', 'nameEn'];
  expect(Object.keys(decision.court).toSorted()).toEqual(ofCourt);
  const ofAnswer = ['citations', 'decision', 'follow', 'mentions', 'relations', 'total'];
  expect(Object.keys(Object(answer)).toSorted()).toEqual(ofAnswer);
});

test('another spelling of an ECLI leads to its address', async () => {
  const answer = await askFor(anonymous, 'ecli:eu:c:2023:370').catch((thrown: unknown) => thrown);
  expect(answer).toBeInstanceOf(Response);
  expect(answer instanceof Response && answer.headers.get('Location')).toBe(
    '/decisions/ECLI:EU:C:2023:370',
  );
});

test('a decision for members is not there for visitors: neither page, site map, provision nor citation', async () => {
  expect(await statusOf(askFor(anonymous, membersOnly))).toBe(404);
  expect(await statusOf(askFor(member, membersOnly))).toBe(200);
  const [found] = await db()
    .select({ id: decisionRecords.id })
    .from(decisionRecords)
    .where(eq(decisionRecords.identifier, membersOnly));
  await db()
    .insert(decisionCitations)
    .values({ citing: found?.id ?? '', identifier: 'ECLI:EU:C:2023:3' });
  const citing = async (actor: Actor) =>
    (await getDecision(actor, 'ECLI:EU:C:2023:3')).citedBy.map((one) => one.decision.identifier);
  expect(await citing(member)).toContain(membersOnly);
  expect(await citing(anonymous)).not.toContain(membersOnly);
  expect(await makeSitemap()).not.toContain(membersOnly);
  expect(await makeSitemap()).toContain('/decisions/ECLI:EU:C:2023:3<');
  const onAccess = async (actor: Actor) =>
    (await getProvision(actor, 'gdpr/22')).decisions.map((one) => one.identifier);
  expect(await onAccess(member)).toContain(membersOnly);
  expect(await onAccess(anonymous)).not.toContain(membersOnly);
});

test('where all decisions are for members, a visitor finds none', async () => {
  const before = config();
  setConfig({ ...before, flags: { ...before.flags, publicDecisions: false } });
  expect(await statusOf(askFor(anonymous, 'ECLI:EU:C:2023:370'))).toBe(404);
  expect(await statusOf(askRoute({ actor: anonymous, pattern: '/decisions' }))).toBe(404);
  expect(await statusOf(askRoute({ actor: member, pattern: '/decisions' }))).toBe(200);
  expect(await makeSitemap()).not.toContain('/decisions');
  setConfig(before);
});

test('a citation of a decision that is not here yet is linked when it comes', async () => {
  const citations = () =>
    db()
      .select({ cited: decisionCitations.cited })
      .from(decisionCitations)
      .where(eq(decisionCitations.identifier, 'ECLI:EU:C:2023:407'));
  const [made] = await db()
    .select({ id: decisionRecords.id })
    .from(decisionRecords)
    .where(eq(decisionRecords.identifier, 'ECLI:EU:C:2024:288'));
  await db()
    .insert(decisionCitations)
    .values({ citing: made?.id ?? '', identifier: 'ECLI:EU:C:2023:407' })
    .onConflictDoNothing();
  expect((await citations()).every(({ cited }) => cited === null)).toBe(true);
  const [come] = await db()
    .insert(decisionRecords)
    .values({
      identifier: 'ECLI:EU:C:2023:407',
      isEcli: true,
      court: 'EU:C',
      decidedOn: '2023-05-04',
      type: 'judgment',
      visibility: 'public',
      state: 'checked',
    })
    .returning({ id: decisionRecords.id });
  expect((await citations()).every(({ cited }) => cited === come?.id)).toBe(true);
});

test('an ECLI is there once, in whatever letter case', async () => {
  const again = db().execute(sql`
    insert into decision_records (id, identifier, is_ecli, court, decided_on, type, visibility, state)
      values (gen_random_uuid(), 'ecli:eu:c:2023:370', true, 'EU:C', '2023-05-04', 'judgment', 'public', 'checked')`);
  expect(isUniqueViolation(await again.catch((thrown: unknown) => thrown))).toBe(true);
});
