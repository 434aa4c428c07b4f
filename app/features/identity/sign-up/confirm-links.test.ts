import { expect, test } from 'vitest';
import { pageOf } from '../../../../tests/support/site/page-of';

const over = 'This link has been used already or has expired.';
const actionData = { error: 'error.auth/expired-action-code' };
const newAccount = ['/confirm-email/:token', { isUsable: false }] as const;
const change = ['/confirm-email-change/:side/:token', { email: null }] as const;

test.each([newAccount, change])(
  '%s says once that the link is over',
  async (pattern, loaderData) => {
    expect((await pageOf(pattern, { loaderData })).split(over)).toHaveLength(2);
    expect((await pageOf(pattern, { loaderData, actionData })).split(over)).toHaveLength(2);
  },
);

test('who could not confirm a new account in time is led to a new password', async () => {
  const [pattern, loaderData] = newAccount;
  for (const answers of [{ loaderData }, { loaderData, actionData }])
    expect(await pageOf(pattern, answers)).toContain(
      'set a new password. This also confirms your address. <a href="/forgot-password"',
    );
});
