import { expect, test } from 'vitest';
import { pageOf } from '../../../../tests/support/site/page-of';

test('the answer to a request says that a link of the last ten minutes is the one to use', async () => {
  const answers = { loaderData: {}, actionData: { sentTo: 'alba@court.example' } };
  const page = await pageOf('/forgot-password', answers);
  expect(page).toContain('If there is an account for alba@court.example, a link');
  expect(page).toContain('If you asked in the last ten minutes, use the link we sent then.');
});
