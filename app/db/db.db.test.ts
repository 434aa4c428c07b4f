import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { disturbedDatabase } from '../../tests/support/database/disturbed-database';
import { whileAnother } from '../../tests/support/database/while-another';
import {
  closeDatabase,
  db,
  openDatabase,
  pingDatabase,
  pool,
  schema,
  transaction,
} from './db.server';
import { makePage, makeUser, paragraphs } from './factories.server';

const polling = { timeout: 30_000 };

/** Ends other sessions of this database, as a restart of PostgreSQL does. */
async function endOtherSessions(): Promise<void> {
  await pool().query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

describe('the pool', () => {
  test('gives new connections when idle ones were cut', async () => {
    await Promise.all(Array.from({ length: 5 }, () => db().execute(sql`select pg_sleep(0.05)`)));
    await endOtherSessions();
    await vi.waitFor(async () => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => db().execute<{ n: number }>(sql`select 1 as n`)),
      );
      expect(answers.map(({ rows }) => rows)).toEqual(Array.from({ length: 5 }, () => [{ n: 1 }]));
    }, polling);
  });

  test('outlives a connection that is cut in the middle of a transaction', async () => {
    const user = await makeUser(db());
    const cut = transaction(async (tx) => {
      await tx.update(schema.users).set({ firstName: 'Half' });
      await endOtherSessions();
      await tx.update(schema.users).set({ lastName: 'Half' });
    });
    expect(await Promise.allSettled([cut])).toMatchObject([{ status: 'rejected' }]);
    await vi.waitFor(() => pingDatabase(), polling);
    const kept = db().select().from(schema.users).where(eq(schema.users.id, user.id));
    expect(await kept).toMatchObject([{ firstName: user.firstName, lastName: user.lastName }]);
  });

  test('outlives a connection that is cut while a statement runs', async () => {
    const cut = transaction((tx) => tx.execute(sql`select pg_sleep(20)`));
    const outcome = Promise.allSettled([cut]);
    await vi.waitFor(async () => {
      const { rows } = await pool().query(
        `select 1 from pg_stat_activity where query like '%pg_sleep(20)%' and state = 'active'
         and datname = current_database() and pid <> pg_backend_pid()`,
      );
      expect(rows).toHaveLength(1);
    }, polling);
    await endOtherSessions();
    expect(await outcome).toMatchObject([{ status: 'rejected' }]);
    await vi.waitFor(() => pingDatabase(), polling);
  });
});

describe('a transaction', () => {
  test('that cannot even begin gives its connection back', async () => {
    const { connectionString } = pool().options;
    const { line, settings } = await disturbedDatabase(connectionString ?? '');
    await closeDatabase();
    openDatabase(settings);
    await pingDatabase();
    await line.become('freeze');
    const outcome = Promise.allSettled([transaction((tx) => tx.execute(sql`select 1`))]);
    await vi.waitFor(() => expect(pool().idleCount).toBe(0), polling);
    await line.become('cut');
    expect(await outcome).toMatchObject([{ status: 'rejected' }]);
    expect(pool().totalCount).toBe(0);
    await closeDatabase();
    await line.close();
    openDatabase({ connectionString });
  });

  test('that stood in the way of another is done again', async () => {
    const user = await makeUser(db());
    const other = await makeUser(db());
    let met = 0;
    // Each has one of the rows before it asks for the other's.
    const both = [
      [user.id, other.id],
      [other.id, user.id],
    ].map((ids) =>
      transaction(async (tx) => {
        for (const id of ids) {
          const isOne = sql`${schema.users.id} = ${id}`;
          const version = sql`${schema.users.version} + 1`;
          await tx.update(schema.users).set({ version }).where(isOne);
          met += 1;
          await vi.waitFor(() => expect(met).toBeGreaterThan(1), polling);
        }
      }),
    );
    await Promise.all(both);
    const versions = await db()
      .select({ version: schema.users.version })
      .from(schema.users)
      .where(sql`${schema.users.id} in (${user.id}, ${other.id})`);
    expect(versions).toEqual([{ version: 3 }, { version: 3 }]);
  });

  test('that comes upon what another has just written is done once more, and sees it', async () => {
    const user = await makeUser(db());
    const email = 'one@court.example';
    const isIt = eq(schema.users.email, email);
    let tries = 0;
    const claim = () =>
      transaction(async (tx) => {
        tries += 1;
        if ((await tx.$count(schema.users, isIt)) > 0) return 'taken';
        await tx.update(schema.users).set({ email }).where(eq(schema.users.id, user.id));
        return 'mine';
      });
    const came = await whileAnother((tx) => makeUser(tx, { email }), claim);
    expect(came).toMatchObject({ value: 'taken' });
    expect(tries).toBe(2);
  });

  test('that comes upon the same again fails, at the second time', async () => {
    const [one, other] = [await makeUser(db()), await makeUser(db())];
    let tries = 0;
    const doubled = transaction(async (tx) => {
      tries += 1;
      const isOne = eq(schema.users.id, one.id);
      await tx.update(schema.users).set({ email: other.email }).where(isOne);
    });
    await expect(doubled).rejects.toMatchObject({ cause: { code: '23505' } });
    expect(tries).toBe(2);
  });

  test('that refers to what has gone is refused', async () => {
    const view = { list: '/administration/users', name: 'Mine', query: '' };
    const refers = (userId: string) =>
      transaction((tx) => tx.insert(schema.savedViews).values({ userId, ...view }));
    const user = await makeUser(db());
    const gone = await whileAnother(
      (tx) => tx.delete(schema.users).where(eq(schema.users.id, user.id)),
      () => refers(user.id),
    );
    expect(gone).toMatchObject({ reason: { code: 'error.changed-meanwhile' } });
  });

  test('happens as a whole or not at all', async () => {
    const before = await db().$count(schema.pages);
    await expect(
      transaction(async (tx) => {
        await makePage(tx);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await db().$count(schema.pages)).toBe(before);
    await transaction((tx) => makePage(tx));
    expect(await db().$count(schema.pages)).toBe(before + 1);
  });
});

test('a rich text comes back as it was written', async () => {
  const body = paragraphs('Ελληνικά', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 \\u0000 "quotes"', 'line\nbreak');
  const page = await makePage(db(), { slug: 'text', body });
  expect(page?.body).toEqual(body);
});

test('two users cannot have one address, in whatever case', async () => {
  const user = await makeUser(db());
  await expect(
    db()
      .insert(schema.users)
      .values({ email: user.email.toUpperCase(), firstName: 'A', lastName: 'B' }),
  ).rejects.toMatchObject({ cause: { code: '23505' } });
});

test('a database that is not there is an error soon, and no hanging', async () => {
  const { options } = pool();
  const settings = { connectionString: options.connectionString };
  openDatabase({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 500 });
  await expect(pingDatabase()).rejects.toThrow('ECONNREFUSED');
  openDatabase(settings);
  await pingDatabase();
});
