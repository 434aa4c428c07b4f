import { expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { db } from '~/db/db.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { anonymous } from '~/policy/actor';
import { browseDecisions } from './browse.server';
import { decisionQueryFrom } from './decision-query';

const ask = (more: Record<string, string>) =>
  browseDecisions(anonymous, decisionQueryFrom(new URLSearchParams({ q: 'xylographon', ...more })));

test('pages of what fits alike hold each decision once, the newest first', async () => {
  await loadCourts();
  await db().execute(sql`
    insert into decision_records (id, identifier, is_ecli, court, decided_on, type, names, visibility, state)
      select gen_random_uuid(), 'ECLI:EU:C:2020:' || at, true, 'EU:C', date '2000-01-01' + at, 'judgment',
        array['Xylographon ' || at], 'public', 'checked'
      from generate_series(1, 60) as at`);
  for (const sort of ['best', 'cited']) {
    const pages = await Promise.all(['1', '2', '3'].map((page) => ask({ sort, page })));
    expect(pages.map(({ total }) => total)).toEqual([60, 60, 60]);
    expect(pages.map(({ decisions }) => decisions.length)).toEqual([25, 25, 10]);
    const days = pages.flatMap(({ decisions }) => decisions).map(({ decidedOn }) => decidedOn);
    expect(new Set(days).size).toBe(60);
    expect(days).toEqual(days.toSorted().toReversed());
  }
});
