import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { noticesOf } from '~/answers/notices.server';
import { updateUserAsAdmin } from '~/features/identity/accounts/accounts.server';
import { getOwnSettings } from '~/features/identity/settings/settings.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { configure } from '../../../../tests/support/database/configure';
import { askRoute, statusOf } from '../../../../tests/support/site/route-request';
import { getUser } from './users.server';

type Form = Record<string, string>;
const { profiles, users } = schema;

let admin: Actor;
beforeEach(async () => {
  configure({ FLAGS: 'publicProfiles=on' });
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});

const edit = (id: string, form: Form) =>
  askRoute({ actor: admin, pattern: '/administration/users/:id', params: { id }, form });
const addNew = (form: Form) =>
  askRoute({ actor: admin, pattern: '/administration/users/new', form });
const settings = (actor: Actor, form: Form) => askRoute({ actor, pattern: '/settings', form });

async function withProfile() {
  const [profile] = await db()
    .insert(profiles)
    .values({ username: `p-${crypto.randomUUID().slice(-10)}`, useGravatar: false })
    .returning();
  if (!profile) throw new Error('No profile');
  return { ...(await makeUser(db(), { publicProfile: profile.id })), username: profile.username };
}

const updateForm = (changes: Form = {}): Form => ({
  intent: 'update',
  version: '1',
  firstName: 'Mara',
  lastName: 'Exemple',
  role: 'USER',
  ...changes,
});

const wrongNames = ['ab', 'x'.repeat(31), '-begins', 'раypal', 'two words'];

describe('a username that cannot be', () => {
  test('is refused beside its field by each of the three forms, with everything kept', async () => {
    const person = await withProfile();
    const names = { firstName: 'Mara', lastName: 'Exemple' };
    for (const username of wrongNames) {
      const answers = await Promise.all([
        settings(actorOf(person), { intent: 'profile', version: '1', username }),
        edit(person.id, updateForm({ username })),
        addNew({ ...names, email: 'mara@court.example', role: 'USER', username }),
      ]);
      for (const answer of answers) {
        expect(answer, username).toMatchObject({
          init: { status: 400 },
          data: {
            fieldErrors: { username: expect.stringMatching(/^form\.username-/) },
            values: { username },
          },
        });
      }
    }
    expect(await getUser(admin, person.id)).toMatchObject({ username: person.username });
  });

  test('for somebody else has it is said beside its field by each of the three forms', async () => {
    const [person, other] = [await withProfile(), await withProfile()];
    const { username } = other;
    const names = { firstName: 'Mara', lastName: 'Exemple', role: 'USER' };
    for (const answer of [
      await settings(actorOf(person), { intent: 'profile', version: '1', username }),
      await edit(person.id, updateForm({ username })),
      await addNew({ ...names, email: 'mara@court.example', username }),
    ])
      expect(answer).toMatchObject({
        init: { status: 409 },
        data: { fieldErrors: { username: 'error.username-taken' }, values: { username } },
      });
    expect(await addNew({ ...names, email: other.email })).toMatchObject({
      init: { status: 409 },
      data: { fieldErrors: { email: 'error.auth/email-already-in-use' } },
    });
  });

  test('may be left empty by an administrator, who then changes the rest', async () => {
    const person = await withProfile();
    expect(await statusOf(edit(person.id, updateForm({ username: ' ' })))).toBe(302);
    const now = await getUser(admin, person.id);
    expect(now).toMatchObject({ firstName: 'Mara', username: person.username });
  });
});

test('what an administrator has changed is said on the page that follows, as a success', async () => {
  const person = await withProfile();
  const answer = await edit(person.id, updateForm());
  if (!(answer instanceof Response)) throw new Error('The form leads nowhere');
  expect(answer.headers.get('location')).toBe(`/administration/users/${person.id}`);
  const [cookie = ''] = answer.headers.getSetCookie();
  const notices = noticesOf(new Headers({ cookie: cookie.split(';', 1)[0] ?? '' }));
  expect(notices).toMatchObject([{ kind: 'success', key: 'success.updated-user' }]);
});

test('an id that cannot be is not found, whatever is done to it', async () => {
  for (const form of [updateForm(), { intent: 'suspend', reason: 'Asked for in writing' }]) {
    expect(await statusOf(edit('not-an-id', form)), form.intent).toBe(404);
  }
});

describe('a stale save', () => {
  test('of an administrator is refused and keeps what was typed', async () => {
    const person = await withProfile();
    const seen = await getUser(admin, person.id);
    await settings(actorOf(person), {
      intent: 'profile',
      version: String(seen.version),
      username: 'chosen.by-herself',
    });
    const answer = edit(
      person.id,
      updateForm({ version: String(seen.version), username: 'other' }),
    );
    await expect(answer).resolves.toMatchObject({
      init: { status: 409 },
      data: { error: 'error.changed-meanwhile', values: { firstName: 'Mara', username: 'other' } },
    });
    expect(await getUser(admin, person.id)).toMatchObject({ username: 'chosen.by-herself' });
  });

  test('of the person’s own name or profile is refused as well', async () => {
    const person = await withProfile();
    const self = actorOf(person);
    const { version } = await getOwnSettings(self);
    const user = { id: person.id, firstName: 'Put', lastName: 'Right', role: 'USER' } as const;
    await updateUserAsAdmin(admin, { user });
    const old = String(version);
    const own = { firstName: 'Typed', lastName: 'Here' };
    expect(await statusOf(settings(self, { intent: 'name', version: old, ...own }))).toBe(409);
    const profile = { intent: 'profile', version: old, username: 'typed.here' };
    expect(await statusOf(settings(self, profile))).toBe(409);
    const [now] = await db().select().from(users).where(eq(users.id, person.id));
    expect(now).toMatchObject({ firstName: 'Put', version: version + 1 });
    const present = await getOwnSettings(self);
    expect(present.version).toBe(version + 1);
    const again = { intent: 'name', version: String(present.version), ...own };
    expect(await statusOf(settings(self, again))).toBe(200);
  });
});

test.each([true, false])(
  'pictures are offered where the site has them: %s',
  async (hasGravatar) => {
    configure({ FLAGS: hasGravatar ? 'publicProfiles,gravatar' : 'publicProfiles' });
    const { id } = await withProfile();
    const forms = [
      askRoute({ actor: admin, pattern: '/administration/users/:id', params: { id } }),
      askRoute({ actor: admin, pattern: '/administration/users/new' }),
    ];
    for (const form of forms) expect(await form).toMatchObject({ hasProfile: true, hasGravatar });
  },
);
