import { expect, test } from 'vitest';
import { translations } from '~/i18n/translations.server';
import { actorWithRole } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';
import { makeDraft, startInThreeLanguages, step } from '../../../../tests/support/texts/event-form';

/** What the page says once the event is restored, as its notice is sent along. */
async function restore(id: string, version: number): Promise<string> {
  const form = new FormData();
  form.append('intent', 'restore');
  form.append('version', String(version));
  const pattern = '/administration/events/:id';
  const answer = await askRoute({ actor: actorWithRole('ADMIN'), pattern, params: { id }, form });
  return answer instanceof Response ? decodeURIComponent([...answer.headers].join()) : '';
}

test('a cancelled event that is restored is said to be still cancelled', async () => {
  await startInThreeLanguages();
  const { id } = await makeDraft();
  await step(id, { intent: 'publish' });
  await step(id, { intent: 'cancel', reason: 'The hall is closed' });
  await step(id, { intent: 'withdraw', reason: 'By mistake' });
  expect(await restore(id, 4)).toContain('success.event-restore-cancelled');
  expect(translations.en['success.event-restore-cancelled']).toContain('still cancelled');
});
