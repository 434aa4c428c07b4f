import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { makeDocument } from '~/db/intranet-factories.server';
import { browseDecisions } from '~/features/decisions/browse/browse.server';
import { decisionQueryFrom } from '~/features/decisions/browse/decision-query';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { getDecision } from '~/features/decisions/records/records.server';
import { newId } from '~/lib/new-id';
import { type Actor, anonymous } from '~/policy/actor';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { decisionForm } from '../../../../tests/support/texts/decision-form';
import { type DecisionDraft, emptyDraft } from './decision-draft';
import { getRecord } from './editor.server';

const { decisionRecords, decisionCitations, decisionProposals, intranetResources } = schema;
const ecli = 'ECLI:EU:C:2024:531';
const pattern = '/administration/decisions/:id';
let admin: Actor;

beforeAll(async () => {
  await loadCourts();
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});
beforeEach(async () => void (await db().delete(decisionRecords)));

const draft: DecisionDraft = {
  ...emptyDraft,
  ecli,
  court: 'EU:C',
  decidedOn: '2024-06-20',
  caseNumbers: 'C-182/22\nC-189/22',
  names: 'Scalable Capital',
};

const save = (changes: DecisionDraft) =>
  askRoute({
    actor: admin,
    pattern,
    params: { id: 'new' },
    form: decisionForm({ ...draft, ...changes }),
  });

async function create(changes: DecisionDraft = {}): Promise<string> {
  const answer = await save(changes);
  if (!(answer instanceof Response)) throw new Error(JSON.stringify(answer));
  return answer.headers.get('Location')?.split('/').at(-1) ?? '';
}

function step(id: string, intent: string, version: number, more: Record<string, string> = {}) {
  const form = { intent, version: String(version), ...more };
  return askRoute({ actor: admin, pattern, params: { id }, form });
}

test('merging moves citations and documents, and the old address leads to the other', async () => {
  const other = 'ECLI:EU:C:2024:530';
  const [id, kept] = [
    await create({ ecli: other, names: 'Other name' }),
    await create({ caseNumbers: 'C-182/22' }),
  ];
  const citing = await create({ ecli: 'ECLI:EU:C:2024:900', names: 'Later' });
  for (const one of [id, kept, citing]) await step(one, 'check', 1);
  await db()
    .insert(decisionCitations)
    .values([
      { citing, identifier: other, paragraphs: [7] },
      { citing, identifier: ecli, paragraphs: [5] },
      { citing: id, identifier: 'ECLI:EU:C:2023:370', paragraphs: [3, 1] },
      { citing: kept, identifier: 'ECLI:EU:C:2023:370', paragraphs: [2] },
      { citing: id, identifier: ecli },
    ]);
  const owner = await makeUser(db());
  const document = await makeDocument(db(), {
    user: owner.id,
    metadata: { schema: 1, kind: 'judgment', judgment: { ecli: other } },
  });
  const asked = await step(id, 'merge', 2, { into: ecli });
  expect(asked).toMatchObject({
    data: { question: { into: { id: kept }, cites: 2, citedBy: 1, documents: 1 } },
  });
  expect(await statusOf(step(id, 'merge', 1, { into: ecli, confirmed: kept }))).toBe(409);
  expect(await statusOf(step(id, 'merge', 2, { into: ecli, confirmed: newId() }))).toBe(404);
  expect(await statusOf(step(id, 'merge', 2, { into: ecli, confirmed: kept }))).toBe(302);

  const page = await getDecision(anonymous, other);
  expect(page).toMatchObject({ identifier: ecli, names: ['Scalable Capital', 'Other name'] });
  expect(page.citedBy).toMatchObject([{ decision: { names: ['Later'] }, paragraphs: [5, 7] }]);
  const sorted = decisionQueryFrom(new URLSearchParams({ sort: 'cited' }));
  const [first] = (await browseDecisions(anonymous, sorted)).decisions;
  expect(first).toMatchObject({ identifier: ecli, citedBy: 1 });
  expect(page.cites).toMatchObject([{ identifier: 'ECLI:EU:C:2023:370', paragraphs: [1, 2, 3] }]);
  const [moved] = await db()
    .select({ metadata: intranetResources.metadata, citations: intranetResources.citations })
    .from(intranetResources)
    .where(eq(intranetResources.id, document.id));
  expect(moved).toMatchObject({
    metadata: { judgment: { ecli } },
    citations: ['ECLIEUC2024531'],
  });
  const { auditEntries } = schema;
  const about = eq(auditEntries.subjectId, owner.id);
  const told = await db().select({ target: auditEntries.targetId }).from(auditEntries).where(about);
  expect(told).toEqual([{ target: document.id }]);
  const byOldName = decisionQueryFrom(new URLSearchParams({ q: other }));
  const { decisions } = await browseDecisions(anonymous, byOldName);
  expect(decisions).toMatchObject([{ identifier: ecli }]);
  const old = askRoute({
    actor: anonymous,
    pattern: '/decisions/:identifier',
    params: { identifier: other },
  });
  expect(await statusOf(old.catch((thrown: unknown) => thrown))).toBe(301);

  // It is one decision now: its old ECLI is taken, and it has no life of its own.
  expect(await save({ ecli: other })).toMatchObject({
    data: { known: { id: kept } },
  });
  expect(await statusOf(step(id, 'restore', 3))).toBe(409);
  const all = await browseDecisions(anonymous, decisionQueryFrom(new URLSearchParams()));
  expect(all.total).toBe(2);
});

test('what a text cites by its number alone stays linked, and of the text', async () => {
  const id = await create({ ecli: 'ECLI:EU:C:2024:530' });
  const kept = await create();
  const cited = await create({
    ecli: 'ECLI:EU:C:2001:1',
    decidedOn: '2001-01-16',
    caseNumbers: 'C-77/99',
  });
  const own = { citing: id, fromText: true, paragraphs: [4] };
  await db()
    .insert(decisionCitations)
    .values([
      { ...own, identifier: 'C-77/99' },
      { ...own, identifier: 'C-78/99' },
      { citing: kept, identifier: 'C-78/99', paragraphs: [2] },
    ]);
  // As the reading of the texts links it.
  await db()
    .update(decisionCitations)
    .set({ cited })
    .where(eq(decisionCitations.identifier, 'C-77/99'));
  expect(await statusOf(step(id, 'merge', 1, { into: ecli, confirmed: kept }))).toBe(302);
  const moved = await db().select().from(decisionCitations).orderBy(decisionCitations.identifier);
  expect(moved).toMatchObject([
    { citing: kept, identifier: 'C-77/99', cited, fromText: true, paragraphs: [4] },
    { citing: kept, identifier: 'C-78/99', cited: null, fromText: false, paragraphs: [2, 4] },
  ]);
});

test('a proposal whose decision becomes part of another is settled with that one', async () => {
  const member = await makeUser(db());
  const id = await create({ ecli: '', caseNumbers: 'C-182/22' });
  const kept = await create();
  await db()
    .insert(decisionProposals)
    .values({ proposedBy: member.id, caseNumber: 'C-182/22', court: 'EU:C', record: id });
  expect(await statusOf(step(id, 'merge', 1, { into: ecli, confirmed: kept }))).toBe(302);
  expect(await statusOf(step(kept, 'check', 2))).toBe(302);
  const settled = await db().select().from(decisionProposals);
  expect(settled).toMatchObject([{ state: 'published', record: kept }]);
  expect(await outboxMails('decision-proposal-published')).toMatchObject([
    { recipient: member.email },
  ]);
});

test('merging moves the day of publication where it fits the decision that is kept', async () => {
  const merged = async (decidedOn: string, publishedOn: string) => {
    await db().delete(decisionRecords);
    const id = await create({ ecli: 'ECLI:EU:C:2024:530', publishedOn: '2024-06-24' });
    const kept = await create({ decidedOn, publishedOn });
    await step(id, 'merge', 1, { into: ecli, confirmed: kept });
    return (await getRecord(admin, kept)).publishedOn;
  };
  expect(await merged('2024-06-20', '')).toBe('2024-06-24');
  expect(await merged('2024-06-20', '2024-07-01')).toBe('2024-07-01');
  expect(await merged('2024-06-30', '')).toBeNull();
});

const refusal = (key: string) => ({ data: { fieldErrors: { into: key } } });

test('why a record cannot be merged is said at its field, also when it was to be confirmed', async () => {
  const without = await create({ ecli: '', caseNumbers: 'C-1/24' });
  const gone = await create({ ecli: 'ECLI:EU:C:2024:3' });
  const published = await create({ ecli: 'ECLI:EU:C:2024:4' });
  const forMembers = await create({ ecli: 'ECLI:EU:C:2024:5', visibility: 'members' });
  const id = await create();
  await step(gone, 'withdraw', 1, { reason: 'A mistake' });
  await step(published, 'check', 1);
  for (const [into, confirmed, key] of [
    [ecli.toLowerCase(), id, 'form.merge-self'],
    ['DPJ:EU:C:2024:C-1.24', without, 'form.merge-ecli'],
    ['ECLI:EU:C:2024:3', gone, 'form.merge-withdrawn'],
    ['ECLI:EU:C:2024:4', published, 'form.merge-state'],
    ['ECLI:EU:C:2024:5', forMembers, 'form.merge-readers'],
  ] as const) {
    expect(await step(id, 'merge', 1, { into })).toMatchObject({
      init: { status: 400 },
      ...refusal(key),
    });
    expect(await step(id, 'merge', 1, { into, confirmed })).toMatchObject({
      init: { status: 409 },
      ...refusal(key),
    });
  }
  expect(await step(id, 'merge', 1, { into: 'nothing' })).toMatchObject(
    refusal('form.merge-unknown'),
  );
  // One that is gone itself is merged into none, and the page says so.
  expect(await step(gone, 'merge', 2, { into: ecli })).toMatchObject({
    data: { error: 'error.decision.not-possible' },
  });
});

test('merging publishes nothing that was not, and takes nothing away', async () => {
  const id = await create();
  const published = await create({ ecli: 'ECLI:EU:C:2024:4' });
  const forMembers = await create({ ecli: 'ECLI:EU:C:2024:5', visibility: 'members' });
  for (const confirmed of [published, forMembers]) await step(confirmed, 'check', 1);
  for (const [from, version, into] of [
    [id, 1, published],
    [published, 2, id],
    [forMembers, 2, published],
    [published, 2, forMembers],
  ] as const)
    expect(await statusOf(step(from, 'merge', version, { into: 'x', confirmed: into }))).toBe(409);
});
