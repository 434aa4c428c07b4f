import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '~/config/project-root.server';
import { db } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { getNewsletter, saveNewsletter } from '~/features/newsletters/newsletters.server';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { newsletterDraft } from '../../../../tests/support/texts/newsletter-draft';

test('after a colleague has saved, the page is read again, and the next try sends that', async () => {
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const id = await saveNewsletter(admin, null, newsletterDraft);
  await saveNewsletter(admin, id, { ...newsletterDraft, version: 1, subject: 'Corrected' });
  const page = { actor: admin, pattern: '/administration/newsletters/:id/send', params: { id } };
  const later = { when: 'later', at: '2100-01-01T10:00' };
  expect(await askRoute({ ...page, form: { ...later, version: '1' } })).toMatchObject({
    data: { error: 'error.changed-meanwhile' },
    init: { status: 409 },
  });
  const route = join(projectRoot(), 'app/features/newsletters/delivery/newsletter-send.route.tsx');
  const module: Record<string, unknown> = await import(route);
  expect(module['shouldRevalidate']).toBe(reloadOwnChangesAndConflicts);
  expect(await askRoute(page)).toMatchObject({ newsletter: { version: 2, subject: 'Corrected' } });
  expect(await statusOf(askRoute({ ...page, form: { ...later, version: '2' } }))).toBe(302);
  expect(await getNewsletter(admin, id)).toMatchObject({ status: 'scheduled' });
});
