import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, type MemberRole } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { createUserDirectly } from '~/features/identity/accounts/accounts.server';
import { newId } from '~/lib/new-id';
import { actorOf } from '../../../../tests/support/people/actors';
import { exportList } from '~/pages/list-exports/list-exports.server';
import { userFilterOf } from './user-schemas';
import { addUser, getUser, listUsers } from './users.server';

const { auditEntries, mails, oneTimeTokens, signInSessions, users } = schema;

async function person(role: MemberRole, fields: Parameters<typeof makeUser>[1] = {}) {
  const made = await makeUser(db(), { role, ...fields });
  await db()
    .insert(signInSessions)
    .values({ userId: made.id, token: newId(), expiresAt: new Date(Date.now() + 3_600_000) });
  return made;
}

const entriesAbout = (id: string, action: string) =>
  db()
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, id), eq(auditEntries.action, action)));

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

beforeEach(async () => {
  await db().delete(signInSessions);
  await db().delete(users);
});

describe('a new user', () => {
  const input = { email: 'neu@court.example', firstName: 'Ana', lastName: 'Neu' } as const;

  test('has the record, an audit entry and one invitation that works for 72 hours', async () => {
    const admin = actorOf(await person('ADMIN'));
    const id = await addUser(admin, { ...input, role: 'USER' });
    expect(await getUser(admin, id)).toMatchObject({ ...input, role: 'USER', state: 'invited' });
    expect(await entriesAbout(id, 'user.create')).toHaveLength(1);
    const [mail, ...others] = await db().select().from(mails).where(eq(mails.userId, id));
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: 'invitation', recipient: input.email });
    const [token] = await db().select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, id));
    const hours = ((token?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
  });

  test('is made although someone has opened an account with the address and never confirmed it', async () => {
    const admin = actorOf(await person('ADMIN'));
    const email = 'claimed@court.example';
    const claimed = await makeUser(db(), { email, emailVerified: false });
    const id = await addUser(admin, { ...input, email, role: 'USER' });
    expect(id).not.toBe(claimed.id);
    expect(await codeOf(getUser(admin, claimed.id))).toBe('error.not-found');
    expect(await getUser(admin, id)).toMatchObject({ email, state: 'invited' });
  });

  test('is made once, also by twenty requests at once', async () => {
    const admin = actorOf(await person('ADMIN'));
    const fresh = { ...input, email: 'once@court.example', role: 'USER' } as const;
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(addUser(admin, fresh))),
    );
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'error.auth/email-already-in-use']));
    expect(await db().$count(mails, eq(mails.recipient, fresh.email))).toBe(1);
  });

  test('is made DEV by DEV only, and never directly', async () => {
    const admin = actorOf(await person('ADMIN'));
    const developer = actorOf(await person('DEV'));
    const wanted = { ...input, email: 'dev-new@court.example', role: 'DEV' } as const;
    expect(await codeOf(addUser(admin, wanted))).toBe('error.not-found');
    expect(await codeOf(addUser(developer, wanted))).toBe('done');
    const direct = { ...wanted, email: 'direct@court.example', selfRegistered: false };
    expect(await codeOf(createUserDirectly(developer, direct))).toBe(
      'error.use-functions-for-user-creation',
    );
  });
});

describe('the list', () => {
  const listed = async (actor: Actor, query: string) => {
    const filter = userFilterOf(new URL(`https://association.example/?${query}`));
    const { users: rows, count } = await listUsers(actor, filter);
    return { names: rows.map(({ lastName }) => lastName), count };
  };

  test('is searched, filtered and sorted', async () => {
    const admin = await person('ADMIN', { lastName: 'Aalto', firstName: 'Eero', password: 'x' });
    await person('USER', { lastName: 'Brandt', firstName: 'Ute', password: 'x' });
    await person('USER', { lastName: 'Øster', firstName: 'Åse', suspendedAt: new Date() });
    const invited = await person('USER', { lastName: 'Zeller', firstName: 'Ute' });
    const actor = actorOf(admin);
    expect((await listed(actor, '')).names).toEqual(['Aalto', 'Brandt', 'Zeller', 'Øster']);
    expect((await listed(actor, 'search=ute')).names).toEqual(['Brandt', 'Zeller']);
    expect((await listed(actor, 'search=ZELL+ute')).names).toEqual(['Zeller']);
    expect((await listed(actor, 'search=øSTER')).names).toEqual(['Øster']);
    expect((await listed(actor, 'search=ase+oster')).names).toEqual(['Øster']);
    expect((await listed(actor, 'search=%25')).names).toEqual([]);
    expect((await listed(actor, 'role=ADMIN')).names).toEqual(['Aalto']);
    expect((await listed(actor, 'state=suspended')).names).toEqual(['Øster']);
    expect((await listed(actor, 'state=invited')).names).toEqual(['Zeller']);
    expect((await listed(actor, 'state=active')).names).toEqual(['Aalto', 'Brandt']);
    expect((await listed(actor, 'sort=since&order=descending')).names[0]).toBe('Zeller');
    expect((await listed(actor, 'sort=name&order=descending')).names[0]).toBe('Øster');
    expect((await listed(actor, 'sort=role')).names[0]).toBe('Aalto');
    expect((await listed(actor, 'sort=state')).names).toEqual([
      'Aalto',
      'Brandt',
      'Zeller',
      'Øster',
    ]);
    await db().insert(schema.passkeys).values({
      userId: invited.id,
      publicKey: 'key',
      credentialID: 'credential',
      counter: 0,
      deviceType: 'singleDevice',
      backedUp: false,
      transports: 'internal',
    });
    expect((await listed(actor, 'state=invited')).names).toEqual([]);
    expect((await listed(actor, 'state=active')).names).toEqual(['Aalto', 'Brandt', 'Zeller']);
    expect((await listed(actor, 'sort=nonsense&role=KING&page=-3')).count).toBe(4);
  });

  test('comes in pages of twenty-five', async () => {
    const actor = actorOf(await person('ADMIN', { lastName: '00' }));
    for (let number = 1; number <= 30; number += 1)
      await makeUser(db(), { lastName: String(number).padStart(2, '0') });
    const first = await listed(actor, '');
    expect(first).toMatchObject({ count: 31 });
    expect(first.names).toHaveLength(25);
    expect((await listed(actor, 'page=2')).names).toHaveLength(6);
  });

  test('is taken out as a defused table, which the log tells with the reason', async () => {
    const admin = await person('ADMIN', { lastName: '=cmd|calc' });
    const csv = await exportList(actorOf(admin), 'users', {
      query: '',
      reason: 'for the general assembly',
    });
    expect(csv).toContain("'=cmd|calc");
    expect(csv.split('\r\n')[0]).toContain('id,createdAt,email,firstName,lastName,role,state');
    const [entry] = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'list.export'));
    expect(entry).toMatchObject({
      actorId: admin.id,
      reason: 'for the general assembly',
      changes: { rows: { to: 1 } },
    });
  });
});
