import { beforeAll, expect, test } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { db, schema, transaction } from '~/db/db.server';
import { makeDecision } from '~/db/decision-factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';

const { decisionCitations: citations, decisionRecords: records } = schema;

beforeAll(loadCourts);

type Fields = Parameters<typeof makeDecision>[2];
const addDecision = (identifier: string, fields?: Fields) => makeDecision(db(), identifier, fields);

const cite = (citing: string, identifier: string) =>
  db().insert(citations).values({ citing, identifier });

/** What the columns say, for members and for everybody; of all decisions they are what there is. */
async function countsOf(decision: string): Promise<[members: number, everybody: number]> {
  const { rows } = await db().execute<{ id: string; kept: number[]; counted: number[] }>(sql`
    select id, array[cited_by, cited_by_public] as kept, (
      select array[count(distinct citing.id)::integer,
          (count(distinct citing.id) filter (where citing.visibility = 'public'))::integer]
        from decision_citations join decision_records as citing on citing.id = decision_citations.citing
        where decision_citations.cited = decision_records.id and citing.state = 'checked') as counted
    from decision_records`);
  expect(rows.map(({ kept }) => kept)).toEqual(rows.map(({ counted }) => counted));
  const [members = Number.NaN, everybody = Number.NaN] =
    rows.find(({ id }) => id === decision)?.kept ?? [];
  return [members, everybody];
}

test('by how many decisions one is cited is right for each reader, whatever happens', async () => {
  const cited = await addDecision('ECLI:EU:C:2020:1');
  const open = await addDecision('ECLI:EU:C:2020:2');
  const closed = await addDecision('ECLI:EU:C:2020:3', { visibility: 'members' });
  const proposed = await addDecision('ECLI:EU:C:2020:4', { state: 'proposed' });
  for (const citing of [open, closed, proposed]) await cite(citing, 'ECLI:EU:C:2020:1');
  expect(await countsOf(cited)).toEqual([2, 1]);
  // The same decision, as it is not cited otherwise.
  await cite(open, 'ecli:eu:c:2020:1');
  expect(await countsOf(cited)).toEqual([2, 1]);

  const set = (id: string, to: Partial<typeof records.$inferInsert>) =>
    db().update(records).set(to).where(eq(records.id, id));
  await set(proposed, { state: 'checked' });
  expect(await countsOf(cited)).toEqual([3, 2]);
  await set(open, { visibility: 'members' });
  expect(await countsOf(cited)).toEqual([3, 1]);
  await set(proposed, { state: 'withdrawn' });
  expect(await countsOf(cited)).toEqual([2, 0]);

  const later = 'ECLI:EU:C:2020:9';
  await cite(closed, later);
  const come = await addDecision(later);
  expect(await countsOf(come)).toEqual([1, 0]);
  await set(come, { state: 'withdrawn', mergedInto: cited });
  expect(await countsOf(come)).toEqual([0, 0]);
  await db().delete(citations).where(eq(citations.identifier, 'ECLI:EU:C:2020:1'));
  expect(await countsOf(cited)).toEqual([2, 0]);
  await db().delete(records).where(eq(records.id, closed));
  expect(await countsOf(cited)).toEqual([1, 0]);
  await set(cited, { identifier: 'ECLI:EU:C:2020:10' });
  expect(await countsOf(cited)).toEqual([0, 0]);
});

test('two who write at once are both counted', async () => {
  const cited = await addDecision('ECLI:EU:C:2021:1');
  const [one, other] = [
    await addDecision('ECLI:EU:C:2021:2'),
    await addDecision('ECLI:EU:C:2021:3'),
  ];
  let waiting = Promise.resolve<unknown>(undefined);
  await transaction(async (tx) => {
    await tx.insert(citations).values({ citing: one, identifier: 'ECLI:EU:C:2021:1' });
    waiting = Promise.all([
      cite(other, 'ECLI:EU:C:2021:1'),
      db().update(records).set({ visibility: 'members' }).where(eq(records.id, one)),
    ]);
    await isWaitedFor(2);
  });
  await waiting;
  expect(await countsOf(cited)).toEqual([2, 1]);
});

/** Until so many other connections wait for a lock. */
async function isWaitedFor(connections: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await db().execute<{ count: number }>(
        sql`select count(*)::integer as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.count;
    })
    .toBe(connections);
}
