import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { resolveSession } from '~/features/identity/sign-in/session.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';
import { configure } from '../../../../tests/support/database/configure';
import { goodPassword, signedInHeaders, trySignIn } from '../../../../tests/support/people/sign-in';
import {
  createUser,
  createMissingProfiles,
  findPublicProfile,
  listProfiles,
  updateOwnProfile,
  updateUserAsAdmin,
} from '~/features/identity/accounts/accounts.server';
import { deleteOwnAccount } from '~/features/compliance/data-rights/data-rights.server';

const { profiles, users } = schema;

const usernameOf = async (userId: string) => (await findPublicProfile(userId))?.username;
const usersNow = () => db().select().from(users).orderBy(users.id);

beforeEach(async () => {
  await db().delete(users);
  await db().delete(profiles);
  await db().delete(schema.signInAccounts);
});

test('a site that switches public profiles on keeps everybody it has', async () => {
  const person = await makeUser(db(), { password: goodPassword });
  const namesake = await makeUser(db());
  await createMissingProfiles();
  expect(await db().$count(profiles), 'nothing while they are off').toBe(0);
  configure({ FLAGS: 'publicProfiles' });
  await Promise.all(Array.from({ length: 5 }, () => createMissingProfiles()));
  expect(await db().$count(profiles)).toBe(2);
  expect(await usernameOf(person.id)).toBe('alba.beispiel');
  expect(await usernameOf(namesake.id)).toMatch(/^alba\.beispiel-\d+$/);
  const before = await usersNow();
  await createMissingProfiles();
  expect(await usersNow()).toEqual(before);
  expect(await trySignIn({ email: person.email })).not.toEqual([]);
});

test('a profile that is deleted afterwards ends the session, also after the next start', async () => {
  configure({ FLAGS: 'publicProfiles' });
  const person = await makeUser(db(), { password: goodPassword });
  await createMissingProfiles();
  const headers = await signedInHeaders(person.email);
  await db().delete(profiles);
  expect((await resolveSession(headers)).lost).toBe('error.firestore/account-not-found');
  await createMissingProfiles();
  expect(await db().$count(profiles)).toBe(0);
  await expect(trySignIn({ email: person.email })).rejects.toThrow(
    'error.firestore/account-not-found',
  );
});

test('a profile is read, listed, set, changed and deleted with its person', async () => {
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const payload = {
    email: 'portia@court.example',
    firstName: 'Portia',
    lastName: 'Beispiel',
    role: 'USER' as const,
    selfRegistered: false,
  };
  await createUser(admin, payload);
  expect(await db().$count(profiles), 'used only when they are on').toBe(0);
  configure({ FLAGS: 'publicProfiles,gravatar' });
  await createMissingProfiles();
  const id = await createUser(admin, {
    ...payload,
    email: 'second@court.example',
    password: goodPassword,
    publicProfile: { username: 'portia', useGravatar: true },
  });
  const all = await db().select().from(profiles);
  expect(all).toHaveLength(3);
  expect(all.find(({ username }) => username === 'portia')).toMatchObject({
    id: expect.any(String),
    createdAt: expect.any(Date),
    useGravatar: true,
  });
  // An administrator has set it, and the person has not agreed yet.
  expect(await findPublicProfile(id)).toEqual({
    username: 'portia',
    useGravatar: true,
    gravatarUrl: null,
    inForum: false,
  });
  expect(await listProfiles(admin)).toContainEqual({
    userId: id,
    username: 'portia',
    useGravatar: true,
  });
  const list = await askRoute({ actor: admin, pattern: '/administration/users' });
  expect(list).toMatchObject({ usernames: { [id]: 'portia' } });
  const [user] = await db().select().from(users).where(eq(users.id, id));
  if (!user) throw new Error('There is no such user');
  const person = actorOf(user);
  await updateOwnProfile(person, { username: 'portia', useGravatar: true });
  const gravatarUrl = `/profile-picture/${id}`;
  expect(await findPublicProfile(id)).toMatchObject({ gravatarUrl });
  // While the site has no such pictures nobody is asked about them, and what was chosen stays.
  configure({ FLAGS: 'publicProfiles' });
  await updateOwnProfile(person, { username: 'portia.a', useGravatar: false });
  configure({ FLAGS: 'publicProfiles,gravatar' });
  expect(await findPublicProfile(id)).toMatchObject({ username: 'portia.a', gravatarUrl });
  await updateOwnProfile(person, { username: 'portia.b', useGravatar: false });
  expect(await findPublicProfile(id)).toMatchObject({ username: 'portia.b', gravatarUrl: null });
  await deleteOwnAccount(person, { password: goodPassword, removeComments: false });
  expect(await findPublicProfile(id)).toBeNull();
  expect(await db().$count(profiles)).toBe(2);
});

test('an administrator can give a lost profile back', async () => {
  configure({ FLAGS: 'publicProfiles' });
  const admin = await makeUser(db(), { role: 'ADMIN' });
  const person = await makeUser(db(), { password: goodPassword });
  await createMissingProfiles();
  await db()
    .delete(profiles)
    .where(eq(profiles.username, (await usernameOf(person.id)) ?? ''));
  await updateUserAsAdmin(actorOf(admin), {
    user: { id: person.id, firstName: 'Alba', lastName: 'Beispiel', role: 'USER' },
    publicProfile: { username: 'alba', useGravatar: true },
  });
  expect(await findPublicProfile(person.id)).toMatchObject({ username: 'alba', useGravatar: true });
  expect(await trySignIn({ email: person.email })).not.toEqual([]);
  const { auditEntries } = schema;
  const [entry] = await db()
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.targetId, person.id), eq(auditEntries.actorId, admin.id)));
  expect(entry?.changes).toMatchObject({ publicProfile: { to: 'set' } });
});

test('nobody is made a profile with the name of an office', async () => {
  configure({ FLAGS: 'publicProfiles' });
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const person = { email: 'ad.min@court.example', firstName: 'Ad', lastName: 'Min' };
  const user = { ...person, role: 'USER' as const, selfRegistered: false };
  expect(await usernameOf(await createUser(admin, user))).toMatch(/^member-/);
  const chosen = { username: 'Moderator', useGravatar: false };
  await expect(
    createUser(admin, { ...user, email: 'other@court.example', publicProfile: chosen }),
  ).rejects.toThrow('error.username-taken');
});

test('who has such a name from before can still change the rest', async () => {
  configure({ FLAGS: 'publicProfiles' });
  const person = await makeUser(db());
  await createMissingProfiles();
  await db().update(profiles).set({ username: 'moderator' });
  const own = { username: 'moderator', useGravatar: false };
  await updateOwnProfile(actorOf(await reread(person.id)), own);
  expect(await usernameOf(person.id)).toBe('moderator');
});

/** The account as it is now, with its profile. */
async function reread(id: string) {
  const [user] = await db().select().from(users).where(eq(users.id, id));
  if (!user) throw new Error('nobody');
  return user;
}
