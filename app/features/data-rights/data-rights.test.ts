import { eq, getTableColumns, getTableName, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { anonymous } from '~/actor';
import { db, pool, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { queueAccountNotice } from '~/features/accounts/accounts.server';
import { appendAudit, findBrokenAuditEntry } from '~/features/audit/audit.server';
import { translations } from '~/i18n/translations.server';
import { newId } from '~/lib/new-id';
import { actorOf } from '../../../test/actors';
import { leaveTraces } from '../../../test/member-traces';
import { makeArchive } from './archive.server';
import {
  deleteOwnAccount,
  executeRetention,
  getProcessingRegister,
  previewDeletion,
} from './data-rights.server';
import { takeOwnData } from './own-data.server';
import { retentionTable } from './retention-table.server';
import { otherStores } from './retention-words';

const password = 'seven quiet lanterns';
const later = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);

/** One person with something in every table that holds a person's data. */
async function personEverywhere(mark: string) {
  const { id: publicProfile } = await insertProfile(mark);
  const person = await makeUser(db(), {
    firstName: mark,
    lastName: `${mark}-family`,
    email: `${mark}@court.example`,
    password,
    publicProfile,
  });
  const userId = person.id;
  await db()
    .insert(schema.signInSessions)
    .values({
      userId,
      token: newId(),
      userAgent: `${mark}-browser`,
      expiresAt: later(1),
    });
  await db().insert(schema.secondFactors).values({ userId, secret: 'encrypted' });
  await db().insert(schema.recoveryCodes).values({ userId, hash: newId() });
  await db()
    .insert(schema.passkeys)
    .values({
      userId,
      name: `${mark}-tablet`,
      publicKey: 'key',
      credentialID: newId(),
      counter: 0,
      deviceType: 'singleDevice',
      backedUp: false,
    });
  await db().insert(schema.knownDevices).values({ userId, hash: newId() });
  await db()
    .insert(schema.emailChanges)
    .values({ userId, newEmail: `${mark}-new@court.example`, expiresAt: later(1) });
  await db()
    .insert(schema.profilePictures)
    .values({ userId, picture: Buffer.from('picture'), mediaType: 'image/png' });
  await db()
    .insert(schema.oneTimeTokens)
    .values({ userId, purpose: 'invitation', hash: newId(), expiresAt: later(1) });
  await leaveTraces(userId);
  await transaction(async (tx) => {
    await queueAccountNotice(tx, { userId, kind: 'new-device' });
    await appendAudit(tx, actorOf(person), {
      action: 'user.test',
      target: { kind: 'user', id: userId },
      subjectId: userId,
    });
  });
  return person;
}

async function insertProfile(username: string) {
  const [profile] = await db().insert(schema.profiles).values({ username }).returning();
  if (!profile) throw new Error('no profile');
  return profile;
}

/** Every value of every column of every table, job queue included, that holds the text. */
async function placesOf(text: string): Promise<string[]> {
  const { rows: columns } = await pool().query<{ place: string; t: string; c: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as place,
       format('%I.%I', table_schema, table_name) as t, format('%I', column_name) as c
     from information_schema.columns
     where table_schema in ('public', 'pgboss')`,
  );
  const places: string[] = [];
  for (const { place, t, c } of columns) {
    const found = await pool().query(
      `select 1 from ${t} where position($1 in lower(${c}::text)) > 0 limit 1`,
      [text.toLowerCase()],
    );
    if (found.rowCount) places.push(place);
  }
  return places;
}

describe('the retention table', () => {
  const tables = Object.values(schema).filter((value) => value instanceof PgTable);

  test('has one row for every table and says of every column what it is', () => {
    expect(retentionTable.map(({ name }) => name).toSorted()).toEqual(
      tables.map(getTableName).toSorted(),
    );
    for (const row of retentionTable) {
      const said = [...row.personal, ...row.secret, ...row.by, ...row.plain].toSorted();
      expect(said, row.name).toEqual(Object.keys(getTableColumns(row.table)).toSorted());
    }
  });

  test('is complete for the tables that the database really has', async () => {
    const { rows } = await pool().query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      retentionTable.map(({ name }) => name).toSorted(),
    );
  });

  test('has words for every row, in every language', () => {
    for (const [language, texts] of Object.entries(translations)) {
      for (const { name } of [...retentionTable, ...otherStores])
        expect(texts[`retention.what.${name}`], `${name} in ${language}`).toBeTruthy();
    }
  });

  test('is the register for administrators and for nobody else', async () => {
    const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
    expect(getProcessingRegister(admin).tables).toHaveLength(retentionTable.length);
    const member = actorOf(await makeUser(db()));
    expect(() => getProcessingRegister(member)).toThrow('error.not-found');
    expect(() => getProcessingRegister(anonymous)).toThrow('error.not-found');
  });
});

test('the export holds every table with the person’s data, no secrets and nobody else', async () => {
  await personEverywhere('stranger');
  const person = await personEverywhere('canaryexport');
  const held = await takeOwnData(actorOf(person));
  for (const { row, records } of held) {
    expect(records.length, row.name).toBeGreaterThan(0);
    for (const record of records)
      for (const secret of row.secret) expect(record, row.name).not.toHaveProperty(secret);
  }
  const text = JSON.stringify(held.map(({ records }) => records));
  for (const item of ['canaryexport@court', 'canaryexport-tablet', 'canaryexport-browser'])
    expect(text).toContain(item);
  expect(text).not.toContain('stranger');
  const archive = await makeArchive({
    held,
    name: 'Canary',
    language: 'en',
    site: 'Site',
    madeAt: new Date(),
  });
  expect(archive.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(archive.includes('my-data.html')).toBe(true);
  expect(archive.includes('json/users.json')).toBe(true);
});

describe('the deletion of the account', () => {
  test('removes everything with the name or the address and leaves others alone', async () => {
    await makeUser(db(), { role: 'ADMIN' });
    const other = await personEverywhere('bystander');
    const person = await personEverywhere('canarydeletion');
    const author = await db()
      .insert(schema.profiles)
      .values({ username: 'made-by', createdBy: person.id })
      .returning();
    const before = await previewDeletion(actorOf(person));
    expect(before.removed.map(({ name }) => name)).toContain('sign_in_sessions');
    expect(before.kept).toContainEqual(
      expect.objectContaining({ name: 'audit_entries', count: 1 }),
    );
    expect(await placesOf('canarydeletion')).not.toEqual([]);

    await deleteOwnAccount(actorOf(person), { password, removeComments: false });

    expect(await placesOf('canarydeletion')).toEqual([]);
    const id = await placesOf(person.id);
    expect(id.filter((place) => !/^public\.audit_entries|^pgboss\./.test(place))).toEqual([]);
    expect(await placesOf('bystander@court.example')).toContain('public.users.email');
    expect(await db().$count(schema.users, eq(schema.users.id, other.id))).toBe(1);
    const [made] = await db()
      .select()
      .from(schema.profiles)
      .where(eq(schema.profiles.id, author[0]?.id ?? ''));
    expect(made?.createdBy).toBeNull();
    const [entry] = await db()
      .select()
      .from(schema.auditEntries)
      .where(eq(schema.auditEntries.action, 'user.delete-own'));
    expect(entry).toMatchObject({ subjectId: person.id, result: 'done' });
    expect(await findBrokenAuditEntry()).toBeNull();
  });

  test('wants the right password and then happens wholly', async () => {
    const person = await personEverywhere('hesitating');
    await expect(
      deleteOwnAccount(actorOf(person), { password: 'not the password', removeComments: false }),
    ).rejects.toThrow('error.auth/wrong-password');
    expect(await placesOf('hesitating@court')).toContain('public.sign_in_accounts.email');
  });

  test('is refused to the last administrator, also to two at once', async () => {
    await db().execute(sql`update users set role = 'USER'`);
    const two = [
      await makeUser(db(), { role: 'ADMIN', password }),
      await makeUser(db(), { role: 'DEV', password }),
    ];
    const outcomes = await Promise.all(
      two.map((person) =>
        deleteOwnAccount(actorOf(person), { password, removeComments: false }).then(
          () => 'done',
          (error: unknown) => String(error),
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['AppError: error.last-administrator', 'done']);
  });
});

test('the nightly job removes what has run out and nothing else', async () => {
  const person = await makeUser(db());
  const userId = person.id;
  const expired = later(-2);
  await db()
    .insert(schema.signInSessions)
    .values([
      { userId, token: 'over', expiresAt: expired },
      { userId, token: 'living', expiresAt: later(2) },
    ]);
  await db()
    .insert(schema.oneTimeTokens)
    .values([
      { userId, purpose: 'invitation', hash: 'over', expiresAt: expired },
      { userId, purpose: 'invitation', hash: 'living', expiresAt: later(1) },
    ]);
  const mail = { template: 'x', recipient: 'x@court.example', subject: '', html: '', text: '' };
  await db()
    .insert(schema.mails)
    .values([
      { ...mail, subject: 'over', createdAt: later(-31) },
      { ...mail, subject: 'living', createdAt: later(-29) },
    ]);
  await db()
    .insert(schema.throttles)
    .values([
      { key: 'over', expire: Date.now() - 1000 },
      { key: 'living', expire: Date.now() + 60_000 },
    ]);
  await db()
    .insert(schema.knownDevices)
    .values([
      { userId, hash: 'over', lastSeenAt: later(-366) },
      { userId, hash: 'living', lastSeenAt: later(-364) },
    ]);
  await executeRetention();
  expect(await placesOf('over')).not.toContain('public.sign_in_sessions.token');
  for (const place of ['sign_in_sessions.token', 'one_time_tokens.hash', 'mails.subject']) {
    expect(await placesOf('living'), place).toContain(`public.${place}`);
  }
  const over = (await placesOf('over')).filter((place) =>
    /throttles|tokens|mails\.subject|devices/.test(place),
  );
  expect(over).toEqual([]);
  expect(await db().$count(schema.users, eq(schema.users.id, userId))).toBe(1);
});
