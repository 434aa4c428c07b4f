import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { findByWords } from '~/features/decisions/query/find-by-words.server';
import { arrayOf } from '~/features/decisions/query/conditions.server';
import { hasNumber } from '~/features/decisions/query/typed-numbers.server';
import { newId } from '~/lib/new-id';
import { type Actor, anonymous, type SignedInActor } from '~/policy/actor';
import { person } from '../../../tests/support/people/person';
import { searchSite } from './search.server';

const { decisionRecords: records } = schema;

let member: SignedInActor;
const names = new Map<string, string>();

type Fields = Partial<typeof records.$inferInsert> & { identifier: string; court: string };

async function makeDecision(name: string, fields: Fields): Promise<void> {
  const id = newId();
  names.set(id, name);
  await db()
    .insert(records)
    .values({
      id,
      isEcli: fields.identifier.startsWith('ECLI:'),
      decidedOn: '2021-05-06',
      type: 'judgment',
      visibility: 'public',
      state: 'checked',
      ...fields,
    });
}

beforeAll(async () => {
  member = await person();
  await loadCourts();
  await makeDecision('Swedish', {
    identifier: 'DPJ:SE:HD:2021:T557-20',
    court: 'SE:HD',
    caseNumbers: ['T 557-20'],
  });
  await makeDecision('Swedish without a letter', {
    identifier: 'DPJ:SE:HFD:2021:6842-20',
    court: 'SE:HFD',
    caseNumbers: ['6842-20', '6843-20'],
  });
  await makeDecision('General Court', {
    identifier: 'ECLI:EU:T:2023:219',
    court: 'EU:T',
    caseNumbers: ['T-557/20'],
  });
  await makeDecision('General Court alone', {
    identifier: 'ECLI:EU:T:2022:11',
    court: 'EU:T',
    caseNumbers: ['T-4623/20'],
  });
  await makeDecision('Finnish', {
    identifier: 'ECLI:FI:KHO:2021:123',
    court: 'FI:KHO',
    caseNumbers: ['20304/2020'],
  });
  await makeDecision('Finnish without an ECLI', {
    identifier: 'DPJ:FI:KKO:2020:KKO202015',
    court: 'FI:KKO',
    caseNumbers: ['KKO:2020:15'],
  });
  await makeDecision('for members', {
    identifier: 'DPJ:SE:HD:2021:T900-19',
    court: 'SE:HD',
    caseNumbers: ['T 900-19'],
    visibility: 'members',
  });
  await makeDecision('Swedish with a long year', {
    identifier: 'DPJ:SE:HD:2020:T1-2020',
    court: 'SE:HD',
    caseNumbers: ['T 1-2020'],
  });
  // What has the digits in it and is not meant.
  await makeDecision('other', {
    identifier: 'DPJ:SE:HD:2021:T1557-20',
    court: 'SE:HD',
    caseNumbers: ['T 1557-20', 'T 557-201'],
    names: ['KHO 2021 in 123 words'],
  });
});

async function find(query: string, actor: Actor = member): Promise<string[]> {
  const { results } = await searchSite(actor, { query });
  const found = results.map(({ key }) => names.get(key) ?? key);
  const { condition } = await findByWords(actor, query);
  const listed = await db().select({ id: records.id }).from(records).where(condition);
  expect([query, listed.map(({ id }) => names.get(id) ?? id).toSorted()]).toEqual([
    query,
    found.toSorted(),
  ]);
  return found;
}

test.each([
  // It has this very number; what may have been meant as well comes after it.
  ['T 557-20', ['Swedish', 'General Court']],
  ['t 557‑20', ['Swedish', 'General Court']],
  ['T557-20', ['Swedish', 'General Court']],
  ['mål nr T 557-20', ['Swedish', 'General Court']],
  ['6843-20', ['Swedish without a letter']],
  ['T-557/20', ['General Court']],
  ['T 557/20', ['General Court']],
  ['case T-557/20', ['General Court']],
  // No decision has it as it is typed.
  ['T 4623-20', ['General Court alone']],
  ['T-4623-20', ['General Court alone']],
  ['T-4623/20', ['General Court alone']],
  ['KHO:2021:123', ['Finnish']],
  ['kho : 2021 : 123', ['Finnish']],
  ['KKO:2020:15', ['Finnish without an ECLI']],
  ['päätös KKO:2020:15', ['Finnish without an ECLI']],
  ['T 900-19', ['for members']],
  ['T 1-2020', ['Swedish with a long year']],
  ['T 120-20', []],
])('%s', async (query, expected) => {
  expect(await find(query)).toEqual(expected);
});

test('a number tells a visitor nothing of what is for members', async () => {
  expect(await find('T 900-19', anonymous)).toEqual([]);
  expect(await find('T 557-20', anonymous)).toEqual(['Swedish', 'General Court']);
});

test('decisions with a number are found by an index', async () => {
  const plan = await transaction(async (tx) => {
    await tx.execute('set local enable_seqscan = off');
    const has = hasNumber(arrayOf(['T55720']));
    return tx.execute<{ 'QUERY PLAN': string }>(sql`explain select from ${records} where ${has}`);
  });
  const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(lines).toContain('Bitmap Index Scan on decision_records_keys_index');
});
