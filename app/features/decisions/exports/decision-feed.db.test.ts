import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { loadDemonstrationDecisions } from '~/features/operations/demonstration/decision-content.server';
import { anonymous } from '~/policy/actor';
import { askRoute } from '../../../../tests/support/site/route-request';

beforeAll(async () => {
  await loadCourts();
  await loadDemonstrationDecisions();
});

async function readFeed(): Promise<string> {
  const answer = await askRoute({ actor: anonymous, pattern: '/api/decisions.atom' });
  if (!(answer instanceof Response)) throw new Error('No response');
  return answer.text();
}

test('the feed begins with what was published or changed here last, however old the decision is', async () => {
  const { decisionRecords } = schema;
  const entriesOf = (feed: string) =>
    [...feed.matchAll(/<entry>.*?<\/entry>/gs)].map(([entry]) => ({
      id: /<id>.*\/decisions\/(.*)<\/id>/.exec(entry)?.[1],
      published: /<published>(.*)<\/published>/.exec(entry)?.[1],
      updated: /<updated>(.*)<\/updated>/.exec(entry)?.[1],
      summary: /<summary>(.*?)<\/summary>/s.exec(entry)?.[1],
    }));
  const old = 'ECLI:EU:C:2003:596';
  const isOld = eq(decisionRecords.identifier, old);
  const changedAt = new Date(Date.now() + 60_000);
  const before = await readFeed();
  expect(entriesOf(before)[0]?.id).not.toBe(old);
  const listedAt = new Date(Date.now() + 30_000);
  await db().update(decisionRecords).set({ listedAt }).where(isOld);
  const [added] = entriesOf(await readFeed());
  expect(added).toMatchObject({ id: old, published: listedAt.toISOString() });
  expect(added?.updated).toBe(listedAt.toISOString());
  expect(added?.summary).toContain('Court of Justice of the European Union, 6 November 2003');
  await db().update(decisionRecords).set({ updatedAt: changedAt }).where(isOld);
  const feed = await readFeed();
  expect(entriesOf(feed)[0]).toMatchObject({ id: old, updated: changedAt.toISOString() });
  expect(feed).toMatch(new RegExp(`</title><updated>${changedAt.toISOString()}</updated>`));
});
