import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { anonymous } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { configure } from '../../../../tests/support/database/configure';
import { goodPassword, trySignIn } from '../../../../tests/support/people/sign-in';
import { createUserSchema } from './account-schemas';
import { ownFieldsSchema } from '~/features/identity/settings/own-fields';
import {
  countUsers,
  createUser,
  createUserDirectly,
  findAccountByEmail,
  replaceDemonstrationPassword,
  setPassword,
  updateOwnFields,
} from './accounts.server';

const { signInAccounts, signInMethods, users } = schema;

let lastNumber = 0;
function payload(changes: object = {}) {
  lastNumber += 1;
  return createUserSchema.parse({
    email: `created-${lastNumber}@court.example`,
    firstName: 'Carl',
    lastName: 'Neumann',
    password: goodPassword,
    role: 'USER',
    selfRegistered: false,
    ...changes,
  });
}

const refusedTo = ['USER', 'UNAUTHENTICATED'] as const;
const recordOf = async (id: string) => (await db().select().from(users).where(eq(users.id, id)))[0];

describe('createUser', () => {
  test('lets administrators make users who can sign in at once', async () => {
    for (const role of ['ADMIN', 'DEV'] as const) {
      const input = payload({ role: 'ADMIN' });
      const id = await createUser(actorOf(await makeUser(db(), { role })), input);
      expect(await recordOf(id)).toMatchObject({ email: input.email, role: 'ADMIN' });
      expect(await trySignIn(input)).not.toEqual([]);
    }
  });

  test('lets only DEV make DEV', async () => {
    const input = payload({ role: 'DEV' });
    await expect(createUser(actorWithRole('ADMIN'), input)).rejects.toMatchObject({
      code: 'error.not-found',
    });
    expect(await findAccountByEmail(input.email)).toBeNull();
    const dev = actorOf(await makeUser(db(), { role: 'DEV' }));
    const id = await createUser(dev, input);
    expect(await recordOf(id)).toMatchObject({ role: 'DEV' });
  });

  test('makes no administrator for one who has been suspended since the request began', async () => {
    const suspended = await makeUser(db(), { role: 'ADMIN', suspendedAt: new Date() });
    const input = payload({ role: 'ADMIN' });
    const asked = createUser(actorOf(suspended), input);
    await expect(asked).rejects.toMatchObject({ code: 'error.not-found' });
    expect(await findAccountByEmail(input.email)).toBeNull();
  });

  test.each(refusedTo)('is not there for %s', async (role) => {
    const input = payload();
    for (const create of [createUser, createUserDirectly]) {
      await expect(create(actorWithRole(role), input)).rejects.toMatchObject({
        code: 'error.not-found',
      });
    }
    expect(await findAccountByEmail(input.email)).toBeNull();
  });

  test('gives USER to those who register themselves, whatever they ask for', async () => {
    configure({ FLAGS: 'selfRegistration' });
    for (const asker of ['UNAUTHENTICATED', 'USER', 'ADMIN', 'DEV'] as const) {
      for (const role of ['ADMIN', 'DEV'] as const) {
        const id = await createUser(actorWithRole(asker), payload({ role, selfRegistered: true }));
        expect(await recordOf(id)).toMatchObject({ role: 'USER' });
      }
    }
  });

  test('refuses self-registration while it is off', async () => {
    await expect(createUser(anonymous, payload({ selfRegistered: true }))).rejects.toMatchObject({
      code: 'error.auth/operation-not-allowed',
    });
  });

  test('refuses an address twice, in any spelling', async () => {
    const input = payload();
    await createUser(actorWithRole('ADMIN'), input);
    await expect(
      createUser(actorWithRole('ADMIN'), payload({ email: input.email.toUpperCase() })),
    ).rejects.toMatchObject({ code: 'error.auth/email-already-in-use', status: 409 });
  });

  test('refuses weak passwords, and makes accounts without one for an invitation', async () => {
    await expect(
      createUser(actorWithRole('ADMIN'), payload({ password: 'short' })),
    ).rejects.toMatchObject({ code: 'error.auth/weak-password' });
    const id = await createUser(actorWithRole('ADMIN'), payload({ password: undefined }));
    expect(await db().$count(signInMethods, eq(signInMethods.userId, id))).toBe(0);
  });

  test('keeps the password as a salted hash', async () => {
    const ids = [
      await createUser(actorWithRole('ADMIN'), payload()),
      await createUser(actorWithRole('ADMIN'), payload()),
    ];
    const hashes = [];
    for (const id of ids) {
      const [method] = await db().select().from(signInMethods).where(eq(signInMethods.userId, id));
      hashes.push(method?.password);
    }
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(hashes.join()).not.toContain(goodPassword);
    for (const hash of hashes) expect(hash?.length).toBeGreaterThan(100);
  });

  test('is all or nothing with the transaction around it', async () => {
    const input = payload();
    const failure = new Error('later step failed');
    await expect(
      transaction(async (tx) => {
        await createUser(actorWithRole('ADMIN'), input, tx);
        throw failure;
      }),
    ).rejects.toThrow(failure);
    expect(await findAccountByEmail(input.email)).toBeNull();
  });

  test.each(['id', 'emailVerified', 'createdBy', 'isAdmin'])(
    'refuses the field %s',
    async (name) => {
      const input = { ...payload(), [name]: true };
      await expect(createUser(actorWithRole('ADMIN'), input)).rejects.toThrow(z.ZodError);
      expect(createUserSchema.safeParse(input).success).toBe(false);
    },
  );

  test('refuses roles that are none', () => {
    const { role: _, ...input } = payload();
    for (const role of ['UNAUTHENTICATED', 'admin', '', null, ['ADMIN']]) {
      expect(createUserSchema.safeParse({ ...input, role }).success).toBe(false);
    }
  });
});

describe('creating a user directly', () => {
  test('is refused while the server function is there for it', async () => {
    await expect(createUserDirectly(actorWithRole('ADMIN'), payload())).rejects.toMatchObject({
      code: 'error.use-functions-for-user-creation',
    });
  });

  test('needs a password otherwise', async () => {
    configure({ FLAGS: 'serverFunctionRegistration=off' });
    await expect(
      createUserDirectly(actorWithRole('ADMIN'), payload({ password: undefined })),
    ).rejects.toThrow(new Error('Password is not defined'));
    expect(await createUserDirectly(actorWithRole('ADMIN'), payload())).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the list of users', () => {
  test('is counted for administrators', async () => {
    const before = await countUsers(actorWithRole('ADMIN'));
    await makeUser(db());
    await makeUser(db());
    for (const role of ['ADMIN', 'DEV'] as const)
      expect(await countUsers(actorWithRole(role))).toBe(before + 2);
  });

  test.each(refusedTo)('is not there for %s', async (role) => {
    await expect(countUsers(actorWithRole(role))).rejects.toThrow('error.not-found');
  });
});

describe('a person’s name', () => {
  test('is changed in both records of that person only', async () => {
    const [user, other] = [await makeUser(db()), await makeUser(db())];
    await updateOwnFields(
      actorOf(user),
      ownFieldsSchema.parse({ firstName: 'Élise', lastName: 'Ω' }),
    );
    expect(await recordOf(user.id)).toMatchObject({
      firstName: 'Élise',
      lastName: 'Ω',
      updatedBy: user.id,
      version: user.version + 1,
      role: 'USER',
    });
    const [account] = await db()
      .select()
      .from(signInAccounts)
      .where(eq(signInAccounts.id, user.id));
    expect(account?.name).toBe('Élise Ω');
    expect(await recordOf(other.id)).toEqual(other);
  });

  test('is nothing a visitor has', async () => {
    await expect(
      updateOwnFields(anonymous, ownFieldsSchema.parse({ firstName: 'A', lastName: 'B' })),
    ).rejects.toMatchObject({ code: 'error.not-found' });
  });

  test('comes in a form that cannot change anything else', () => {
    const complete = { firstName: 'A', lastName: 'B' };
    expect(ownFieldsSchema.safeParse(complete).success).toBe(true);
    for (const name of ['role', 'email', 'id', 'publicProfile', 'emailSubscriber']) {
      expect(ownFieldsSchema.safeParse({ ...complete, [name]: 'ADMIN' }).success).toBe(false);
    }
    expect(ownFieldsSchema.safeParse({ ...complete, lastName: 'a'.repeat(101) }).success).toBe(
      false,
    );
  });
});

describe('other ways to a password', () => {
  test('there is none for someone without user record', async () => {
    const user = await makeUser(db());
    await db().delete(users).where(eq(users.id, user.id));
    await expect(
      transaction((tx) => setPassword(tx, { userId: user.id }, goodPassword)),
    ).rejects.toMatchObject({ code: 'error.firestore/account-not-found' });
  });

  test('demonstration passwords cannot be set where there is no demonstration', async () => {
    const user = await makeUser(db());
    await expect(replaceDemonstrationPassword(user.id, 'demo')).rejects.toMatchObject({
      code: 'error.not-found',
    });
    expect(await db().$count(signInMethods, eq(signInMethods.userId, user.id))).toBe(0);
  });
});
