import { expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db } from '~/db/db.server';
import { makeApplication, makeUser } from '~/db/factories.server';
import { makeDocument, makeFolder } from '~/db/intranet-factories.server';
import { listAuditEntriesAbout } from '~/features/identity/audit/audit.server';
import { listDocumentsOf } from '~/features/library/documents/documents.server';
import { listCommentsOf } from '~/features/forum/forum.server';
import { listApplicationsOf } from '~/features/membership/membership.server';
import { newId } from '~/lib/new-id';
import { actorOf } from '../../../../tests/support/people/actors';
import { personEverywhere } from '../../../../tests/support/people/person-everywhere';

test('the record tells what a person has left in each part, and nothing of others', async () => {
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const person = await personEverywhere('recorded');
  await personEverywhere('neighbour');
  await makeFolder(db(), { user: person.id });
  await makeDocument(db(), { user: person.id, title: 'In the trash', trashedAt: new Date() });
  await makeApplication(db(), { email: person.email, status: 'submitted-unconfirmed' });

  const applications = await listApplicationsOf(admin, person.id);
  expect(applications.map(({ status, isOfAccount }) => [status, isOfAccount])).toEqual([
    ['withdrawn', false],
    ['active', true],
  ]);
  const { documents, total } = await listDocumentsOf(admin, person.id);
  expect(documents.map(({ title }) => title)).toEqual(['Paper of recorded']);
  expect(total).toBe(1);
  const { comments } = await listCommentsOf(admin, person.id);
  expect(comments).toMatchObject([{ topic: 'A topic of recorded', state: 'visible' }]);
  expect(comments[0]?.address).toMatch(/^\/forum\/topic\/[0-9a-f-]{36}#comment-[0-9a-f-]{36}$/);
  const entries = await listAuditEntriesAbout(admin, person.id);
  expect(entries.map(({ action }) => action)).toEqual(['user.update']);
});

test('the lists are as long as a page can bear, and say how much there is', async () => {
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const person = await makeUser(db());
  for (let number = 0; number < 22; number += 1) await makeDocument(db(), { user: person.id });
  const { documents, total } = await listDocumentsOf(admin, person.id);
  expect([documents.length, total]).toEqual([20, 22]);
  expect(await listDocumentsOf(admin, newId())).toEqual({ documents: [], total: 0 });
  expect(await listCommentsOf(admin, 'not-an-id')).toEqual({ comments: [], total: 0 });
  expect(await listApplicationsOf(admin, 'not-an-id')).toEqual([]);
});

test('none of it is there for members and visitors, not even about themselves', async () => {
  const person = await makeUser(db());
  for (const actor of [anonymous, actorOf(person)]) {
    for (const list of [
      listApplicationsOf,
      listDocumentsOf,
      listCommentsOf,
      listAuditEntriesAbout,
    ]) {
      await expect(async () => list(actor, person.id)).rejects.toThrow('error.not-found');
    }
  }
});
