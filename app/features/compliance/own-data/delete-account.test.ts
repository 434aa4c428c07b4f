import { expect, test } from 'vitest';
import { pageOf } from '../../../../tests/support/site/page-of';

const part = (name: string, onDeletion: string) => ({ name, onDeletion, count: 1 });

test('of what stays when an account is deleted one reads what of it stays', async () => {
  const preview = {
    removed: [part('profiles', 'removed')],
    kept: [part('membership_applications', 'reduced'), part('forum_comments', 'kept')],
  };
  const page = await pageOf('/settings/delete', { loaderData: { preview, hasPassword: true } });
  expect(page).toContain(
    'Removed; of a membership, number, category, country and dates stay without your name',
  );
  expect(page).toContain('Stays, without your name');
});
