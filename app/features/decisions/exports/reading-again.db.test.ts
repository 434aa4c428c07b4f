import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeDecision } from '~/db/decision-factories.server';
import { makeUser } from '~/db/factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { changeCourt, getCourt } from '~/features/decisions/courts/court-editor.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { goodPassword, signedInHeaders } from '../../../../tests/support/people/sign-in';
import { configure } from '../../../../tests/support/database/configure';
import { askingRoutes } from '../../../../tests/support/site/served-routes';

const { decisionCitations, decisionRecords: records } = schema;

const files = ['jsonl', 'csv', 'ris', 'bib', 'csl.json', 'xml'].map(
  (one) => `/api/decisions.${one}`,
);
const others = ['/api/decisions', '/api/openapi.json', '/api/decisions/ECLI:EU:C:2020:1'];

let ask: Awaited<ReturnType<typeof askingRoutes>>;
let membersId: string;
let memberHeaders: Headers;

beforeAll(async () => {
  ask = await askingRoutes([...files, ...others]);
  await loadCourts();
  await makeDecision(db(), 'ECLI:EU:C:2020:1', { names: ['First'] });
  await makeDecision(db(), 'ECLI:EU:C:2020:2', { topics: ['damages'] });
  membersId = await makeDecision(db(), 'ECLI:EU:C:2020:3', { visibility: 'members' });
  const member = await makeUser(db(), { password: goodPassword });
  memberHeaders = await signedInHeaders(member.email);
});

/** A header of what a visitor or a member gets. */
async function headerOf(name: string, address: string, headers?: Headers) {
  const answer = await ask(address, headers ? { headers } : {});
  await answer.text();
  return answer.headers.get(name);
}
const tagOf = async (address: string, headers?: Headers) =>
  (await headerOf('ETag', address, headers)) ?? '';

test.each(['/API/Decisions.CSV', '/api/decisions%2Ecsv', '/api/%64ecisions.csv'])(
  'a file is the same at %s',
  async (address) => {
    const plain = await (await ask('/api/decisions.csv')).text();
    const answer = await ask(address);
    expect([answer.status, await answer.text()]).toEqual([200, plain]);
  },
);

describe('a program that has a file is told so, without a body', () => {
  test.each([...files, ...others])('%s', async (address) => {
    const tag = await tagOf(address);
    expect(tag).toMatch(/^(W\/)?"[\w-]{27}"$/);
    expect(await tagOf(address)).toBe(tag);
    for (const known of [tag, `"other", ${tag.replace('W/', '')}`, '*']) {
      const again = await ask(address, { headers: { 'If-None-Match': known } });
      expect([known, again.status, again.body]).toEqual([known, 304, null]);
      expect(again.headers.get('ETag')).toBe(tag);
      expect(again.headers.get('Access-Control-Allow-Origin')).toBe('*');
    }
    const other = await ask(address, { headers: { 'If-None-Match': '"other"' } });
    expect(other.status).toBe(200);
    expect(await other.text()).not.toBe('');
  });

  test('a file of each format, filter and reader has a tag of its own', async () => {
    const addresses = [...files, `${files[0]}?topic=damages`, `${files[0]}?q=First`];
    const tags: string[] = [];
    for (const address of addresses)
      tags.push(await tagOf(address), await tagOf(address, memberHeaders));
    expect(new Set(tags).size).toBe(addresses.length * 2);
  });
});

describe('the tag of a file changes', () => {
  let count = 10;
  const update = (id: string, set: Partial<typeof records.$inferInsert>) =>
    db().update(records).set(set).where(eq(records.id, id));
  const ownCitation = (id: string) => eq(decisionCitations.citing, id);
  async function changeCourtOfAll() {
    const actor = actorOf(await makeUser(db(), { role: 'ADMIN' }));
    const { code, version, country: _, decisions: __, ...facts } = await getCourt(actor, 'EU:C');
    const language = facts.language === 'fr' ? 'en' : 'fr';
    await changeCourt(actor, { code, version }, { ...facts, language });
  }
  const changes: [string, (id: string) => Promise<unknown>][] = [
    ['one is published', () => makeDecision(db(), 'ECLI:EU:C:2020:9')],
    ['one gets another name', (id) => update(id, { names: ['Another'], version: 2 })],
    ['one is withdrawn', (id) => update(id, { state: 'withdrawn' })],
    ['one is deleted', (id) => db().delete(records).where(eq(records.id, id))],
    [
      'one cites another',
      (id) => db().insert(decisionCitations).values({ citing: id, identifier: 'C-1/01' }),
    ],
    [
      'what one cites is called otherwise',
      (id) => db().update(decisionCitations).set({ identifier: 'C-3/03' }).where(ownCitation(id)),
    ],
    ['one cites no other', (id) => db().delete(decisionCitations).where(ownCitation(id))],
    ['the court does', changeCourtOfAll],
  ];
  test.each(changes)('when %s', async (_what, change) => {
    count += 1;
    const id = await makeDecision(db(), `ECLI:EU:C:2020:${count}`);
    await db().insert(decisionCitations).values({ citing: id, identifier: 'C-2/02' });
    const before = await Promise.all(files.map((address) => tagOf(address)));
    await change(id);
    for (const [at, address] of files.entries()) {
      const headers = { 'If-None-Match': before[at] ?? '' };
      const answer = await ask(address, { headers });
      await answer.text();
      expect([address, answer.status]).toEqual([address, 200]);
    }
  });

  test('for members alone when a decision for members does', async () => {
    const [address = ''] = files;
    const tags = () => Promise.all([tagOf(address), tagOf(address, memberHeaders)]);
    const before = await tags();
    await db()
      .update(records)
      .set({ names: ['Named'], version: 2 })
      .where(eq(records.id, membersId));
    const after = await tags();
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });
});

test('nothing of a decision for members is told by the tags of visitors', async () => {
  const [first] = await db()
    .select()
    .from(records)
    .where(eq(records.identifier, 'ECLI:EU:C:2020:1'));
  const hidden = { identifier: 'ECLI:EU:C:2020:77', visibility: 'members' as const };
  await db()
    .insert(decisionCitations)
    .values({ citing: first?.id ?? '', identifier: hidden.identifier });
  const before = await Promise.all(files.map((address) => tagOf(address)));
  const seen = await tagOf('/api/decisions.jsonl', memberHeaders);
  // It is what one of them cites, and cites one of them: triggers note both on rows that are public.
  const id = await makeDecision(db(), hidden.identifier, hidden);
  await db()
    .insert(decisionCitations)
    .values({ citing: id, cited: first?.id, identifier: 'ECLI:EU:C:2020:1' });
  expect(await Promise.all(files.map((address) => tagOf(address)))).toEqual(before);
  expect(await tagOf('/api/decisions.jsonl', memberHeaders)).not.toBe(seen);
});

describe('a page of another site', () => {
  test.each([...files, ...others])('may read %s with a condition', async (address) => {
    const answer = await ask(address, {
      method: 'OPTIONS',
      headers: { Origin: 'https://a.example' },
    });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'If-None-Match, Accept',
      allow: 'GET, HEAD, OPTIONS',
    });
    expect(await headerOf('Access-Control-Expose-Headers', address)).toBe(
      'ETag, Link, Content-Disposition',
    );
  });

  test('may read nothing where all decisions are for members', async () => {
    configure({ FLAGS: 'publicDecisions=off' });
    for (const address of [...files, ...others]) {
      for (const method of ['OPTIONS', 'GET']) {
        const answer = await ask(address, { method });
        await answer.text();
        const allowed = [...answer.headers.keys()].filter((name) =>
          name.startsWith('access-control-'),
        );
        expect([method, address, allowed]).toEqual([method, address, []]);
      }
    }
    configure();
  });

  test('may read nothing else, and nothing as a member', async () => {
    const preflight = await ask('/api/auth/callback/hosted', { method: 'OPTIONS' });
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBeNull();
    const own = await headerOf('Access-Control-Allow-Origin', '/api/decisions.csv', memberHeaders);
    expect(own).toBeNull();
  });
});

test('HEAD says what GET would, without a body, however often it is asked', async () => {
  for (let asked = 0; asked < 10; asked += 1) {
    for (const headers of [undefined, memberHeaders]) {
      const head = await ask('/api/decisions.csv', { method: 'HEAD', ...(headers && { headers }) });
      expect([head.status, head.body]).toEqual([200, null]);
      expect(head.headers.get('ETag')).toBe(await tagOf('/api/decisions.csv', headers));
      expect(head.headers.get('Content-Disposition')).toContain('decisions.csv');
    }
  }
});
