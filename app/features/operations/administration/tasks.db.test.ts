import { expect, test } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { makeApplication } from '~/db/factories.server';
import { register } from '~/features/events/registrations/registrations.server';
import { flagComment } from '~/features/forum/moderation/moderation.server';
import {
  holdNewsletters,
  saveNewsletter,
  scheduleNewsletter,
  takeNewsletterStep,
} from '~/features/newsletters/newsletters.server';
import { commandLine } from '~/policy/actor';
import { person } from '../../../../tests/support/people/person';
import {
  flagInput,
  makeCategory,
  openTopic,
  reply,
} from '../../../../tests/support/texts/forum-setup';
import { makeOpenEvent, placeInput } from '../../../../tests/support/texts/registrations';
import { newsletterDraft } from '../../../../tests/support/texts/newsletter-draft';
import { listTasks } from './tasks.server';

test('members have no tasks of the administration', async () => {
  await expect(listTasks(await person())).rejects.toMatchObject({ code: 'error.not-found' });
});

test('an administrator finds what waits, with its number, and nothing that does not', async () => {
  const admin = await person('ADMIN');
  const countOf = async (name: string) =>
    (await listTasks(admin)).find((task) => task.name === name)?.count;
  expect(await countOf('registrations')).toBeUndefined();
  const { slug } = await makeOpenEvent({ approval: true });
  await register(await person(), slug, placeInput());
  expect(await countOf('registrations')).toBe(1);
  const before = (await countOf('applications')) ?? 0;
  await makeApplication(db());
  expect(await countOf('applications')).toBe(before + 1);
});

test('a flagged comment is a task of administrators, but not of the one who wrote it', async () => {
  const admin = await person('ADMIN');
  const author = await person('ADMIN');
  const { slug } = await makeCategory(admin, { readUSER: true, writeUSER: true });
  const topic = await openTopic(author, { category: slug, title: 'A topic' });
  const comment = await reply(author, topic, 'A remark');
  await flagComment(await person(), comment, { ...flagInput, passage: '' });
  const names = async (who: typeof admin) => (await listTasks(who)).map(({ name }) => name);
  expect(await names(admin)).toContain('reviews');
  expect(await names(author)).not.toContain('reviews');
});

test('an administrator is not led to the e-mails, nor told of the health of the site', async () => {
  const tasks = await listTasks(await person('ADMIN'));
  expect(tasks.filter(({ to }) => to?.startsWith('/administration/outbox'))).toEqual([]);
  expect(tasks.map(({ name }) => name)).not.toContain('health');
});

test('a newsletter that was due and was not sent is a task until someone saves it', async () => {
  const admin = await person('ADMIN');
  const count = async () =>
    (await listTasks(admin)).find(({ name }) => name === 'newsletters')?.count;
  const schedule = async (sendAt: Date) => {
    const id = await saveNewsletter(admin, null, newsletterDraft);
    await scheduleNewsletter(admin, id, { version: 1, sendAt });
    return id;
  };
  const due = await schedule(new Date(Date.now() + 86_400_000));
  await db().update(schema.newsletters).set({ sendAt: new Date() });
  const later = await schedule(new Date(Date.now() + 86_400_000));
  await takeNewsletterStep(admin, later, { intent: 'cancel', version: 2 });
  expect(await count()).toBeUndefined();
  await transaction((tx) => holdNewsletters(commandLine, tx));
  expect(await count()).toBe(1);
  await saveNewsletter(admin, due, { ...newsletterDraft, version: 3 });
  expect(await count()).toBeUndefined();
});
