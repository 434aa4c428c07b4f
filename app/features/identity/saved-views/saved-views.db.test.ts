import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { anonymous, type MemberRole } from '~/policy/actor';
import { actorOf } from '../../../../tests/support/people/actors';
import { deleteView, listSavedViews, saveView } from './saved-views.server';
import { viewSchema } from './view-schemas';

const list = '/administration/users';
const person = async (role: MemberRole) => actorOf(await makeUser(db(), { role }));
const notFound = { code: 'error.not-found' };

beforeEach(async () => {
  await db().delete(schema.savedViews);
});

describe('saved views', () => {
  test('are the person’s own, by list and name, without the page', async () => {
    const [ada, ben] = [await person('ADMIN'), await person('ADMIN')];
    await saveView(ada, { list, name: 'Suspended', query: 'state=suspended&page=3&before=9' });
    await saveView(ada, { list, name: 'All', query: '' });
    await saveView(ada, { list: '/administration/events', name: 'Suspended', query: 'show=all' });
    await saveView(ben, { list, name: 'Suspended', query: 'role=USER' });
    expect(await listSavedViews(ada, list)).toMatchObject([
      { name: 'All', query: '' },
      { name: 'Suspended', query: 'state=suspended' },
    ]);
  });

  test('of the same name are replaced', async () => {
    const ada = await person('ADMIN');
    await saveView(ada, { list, name: 'Mine', query: 'role=USER' });
    await saveView(ada, { list, name: 'Mine', query: 'role=ADMIN' });
    expect(await listSavedViews(ada, list)).toMatchObject([{ query: 'role=ADMIN' }]);
  });

  test('are twenty of a list at most, also when they come at once', async () => {
    const ada = await person('ADMIN');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 25 }, (_, number) =>
        saveView(ada, { list, name: `View ${number}`, query: '' }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await saveView(ada, { list: '/administration/events', name: 'Another', query: '' });
  });

  test('are deleted by their owner only', async () => {
    const [ada, ben] = [await person('ADMIN'), await person('DEV')];
    await saveView(ada, { list, name: 'Mine', query: '' });
    const [view] = await listSavedViews(ada, list);
    await deleteView(ben, view?.id ?? '');
    expect(await listSavedViews(ada, list)).toHaveLength(1);
    await deleteView(ada, view?.id ?? '');
    expect(await listSavedViews(ada, list)).toEqual([]);
  });

  test('are not there for members and visitors', async () => {
    for (const actor of [await person('USER'), anonymous]) {
      await expect(listSavedViews(actor, list)).rejects.toMatchObject(notFound);
      await expect(saveView(actor, { list, name: 'x', query: '' })).rejects.toMatchObject(notFound);
      await expect(deleteView(actor, newId())).rejects.toMatchObject(notFound);
    }
  });
});

test.each([
  '/administration',
  '//evil.example',
  '/administration/../login',
  '/user',
  'javascript:1',
])('no view leads to %s', (place) => {
  const sent = { intent: 'save', list: place, query: '', name: 'Anywhere' };
  expect(viewSchema.safeParse(sent).success).toBe(false);
});
