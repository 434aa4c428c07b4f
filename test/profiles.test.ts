import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { resolveSession } from '~/features/sign-in/session.server';
import { actorOf } from './actors';
import { configure } from './configure';
import { goodPassword, signedInHeaders, trySignIn } from './sign-in';
import {
  fillInProfiles,
  findPublicProfile,
  updateUserAsAdmin,
} from '~/features/accounts/accounts.server';

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
  await fillInProfiles();
  expect(await db().$count(profiles), 'nothing while they are off').toBe(0);
  configure({ FLAGS: 'publicProfiles' });
  await Promise.all(Array.from({ length: 5 }, () => fillInProfiles()));
  expect(await db().$count(profiles)).toBe(2);
  expect(await usernameOf(person.id)).toBe('alba.beispiel');
  expect(await usernameOf(namesake.id)).toMatch(/^alba\.beispiel-\d+$/);
  const before = await usersNow();
  await fillInProfiles();
  expect(await usersNow()).toEqual(before);
  expect(await trySignIn({ email: person.email })).not.toEqual([]);
});

test('a profile that is deleted afterwards ends the session, also after the next start', async () => {
  configure({ FLAGS: 'publicProfiles' });
  const person = await makeUser(db(), { password: goodPassword });
  await fillInProfiles();
  const headers = await signedInHeaders(person.email);
  await db().delete(profiles);
  expect((await resolveSession(headers)).lost).toBe('error.firestore/account-not-found');
  await fillInProfiles();
  expect(await db().$count(profiles)).toBe(0);
  await expect(trySignIn({ email: person.email })).rejects.toThrow(
    'error.firestore/account-not-found',
  );
});

test('an administrator can give a lost profile back', async () => {
  configure({ FLAGS: 'publicProfiles' });
  const admin = await makeUser(db(), { role: 'ADMIN' });
  const person = await makeUser(db(), { password: goodPassword });
  await fillInProfiles();
  await db()
    .delete(profiles)
    .where(eq(profiles.username, (await usernameOf(person.id)) ?? ''));
  await updateUserAsAdmin(actorOf(admin), {
    user: { id: person.id, firstName: 'Alba', lastName: 'Beispiel', role: 'USER' },
    publicProfile: { username: 'alba', useGravatar: true },
  });
  expect(await findPublicProfile(person.id)).toMatchObject({ username: 'alba', useGravatar: true });
  expect(await trySignIn({ email: person.email })).not.toEqual([]);
  const [entry] = await transaction((tx) => tx.select().from(schema.auditEntries));
  expect(entry?.changes).toMatchObject({ publicProfile: { to: 'set' } });
});
