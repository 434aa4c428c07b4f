import { expect, test } from 'vitest';
import { pageOf } from '../../../../tests/support/site/page-of';

const pattern = '/membership/confirm/:token';
const refused = { error: 'error.auth/expired-action-code' };

test.each([
  ['an unknown link', 'over', undefined, 'has been used already'],
  ['a used link, pressed again', 'over', refused, 'has been used already'],
  ['a link whose address is known', 'known', undefined, 'is already with us'],
  ['such a link, pressed', 'known', refused, 'is already with us'],
])('%s offers no button and says why once', async (_what, link, actionData, words) => {
  const page = await pageOf(pattern, { loaderData: { link }, actionData });
  expect(page).not.toContain('Confirm and send');
  expect(page.split(words)).toHaveLength(2);
  expect(page.includes('Ask for a new one')).toBe(false);
});

test('a link that works offers its button', async () => {
  const page = await pageOf(pattern, { loaderData: { link: 'usable' } });
  expect(page).toContain('Confirm and send');
});
