import { expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { register } from '~/features/events/registrations/registrations.server';
import { person } from '../../../../tests/support/people/person';
import { makeOpenEvent, placeInput } from '../../../../tests/support/texts/registrations';
import { listTrends } from './trends.server';

test('members have no figures of the administration', async () => {
  await expect(listTrends(await person())).rejects.toMatchObject({ code: 'error.not-found' });
});

test('what happens today is in the last month or day of its chart', async () => {
  const admin = await person('ADMIN');
  const now = async (name: string) =>
    (await listTrends(admin)).find((trend) => trend.name === name)?.points.at(-1)?.number ?? -1;
  const names = ['accounts', 'registrations', 'reading', 'failed-mails'];
  const before = await Promise.all(names.map(now));
  const { slug } = await makeOpenEvent({ approval: false });
  await register(await person(), slug, placeInput());
  const day = new Date().toISOString().slice(0, 10);
  const views = { day, path: '/', language: 'en', count: 7 };
  await db().insert(schema.pageViews).values(views).onConflictDoNothing();
  const mail = { template: 'test', recipient: 'a@b.example', subject: 'A', html: 'A', text: 'A' };
  await db()
    .insert(schema.mails)
    .values([
      { ...mail, state: 'failed' },
      { ...mail, state: 'sent' },
    ]);
  const after = await Promise.all(names.map(now));
  const added = after.map((number, at) => number - (before[at] ?? 0));
  expect(added[0]).toBeGreaterThanOrEqual(1);
  expect(added.slice(1)).toEqual([1, 7, 1]);
});

test('a chart has twelve months or thirty days, without gaps', async () => {
  const trends = await listTrends(await person('ADMIN'));
  expect(trends.map(({ name, points }) => [name, points.length])).toEqual([
    ['accounts', 12],
    ['registrations', 12],
    ['reading', 12],
    ['failed-mails', 30],
  ]);
  for (const { points } of trends) {
    expect(points.map(({ start }) => start)).toEqual(points.map(({ start }) => start).toSorted());
  }
  const accounts = trends[0]?.points.map(({ number }) => number) ?? [];
  expect(accounts).toEqual(accounts.toSorted((a, b) => a - b));
});
