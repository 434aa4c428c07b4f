import { beforeAll, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeDecision } from '~/db/decision-factories.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { anonymous } from '~/policy/actor';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';

beforeAll(async () => {
  await loadCourts();
  await makeDecision(db(), 'ECLI:EU:C:2020:1', { provisions: ['gdpr/82/1', 'eprivacy/15a'] });
  await makeDecision(db(), 'ECLI:EU:C:2020:2', { provisions: ['gdpr/83'], visibility: 'members' });
});

function ask(address: string) {
  const [instrument = '', article = ''] = address.split('/');
  const pattern = '/provisions/:instrument/:article';
  return askRoute({ actor: anonymous, pattern, params: { instrument, article } });
}

test('an article with decisions lists them by paragraph', async () => {
  expect(await ask('gdpr/82')).toMatchObject({
    total: 1,
    groups: [{ key: 'gdpr/82/1', decisions: [{ identifier: 'ECLI:EU:C:2020:1' }] }],
  });
  // One with a letter, which the instrument got later.
  expect(await ask('eprivacy/15a')).toMatchObject({ total: 1 });
});

test.each(['gdpr/1', 'gdpr/99', 'tfeu/16', 'gdpr/83'])(
  'an article that exists has a page before a visitor may find a decision on it: %s',
  async (address) => {
    expect(await ask(address)).toMatchObject({
      total: 0,
      groups: [],
      byYear: [],
      name: expect.stringMatching(/^Article /),
      articles: address.startsWith('gdpr') ? [{ provision: 'gdpr/82', count: 1 }] : [],
    });
  },
);

test.each(['gdpr/100', 'gdpr/0', 'gdpr/082', 'gdpr/6a', 'gdpr/', 'gdpr/x', 'gpdr/82'])(
  'an article that does not exist is not found: %s',
  async (address) => {
    expect(await statusOf(ask(address))).toBe(404);
  },
);
