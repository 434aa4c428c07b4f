import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeDatabase,
  db,
  openDatabase,
  pool,
  readLate,
  watchDatabase,
  withReads,
} from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { migrateDatabase } from '~/db/migrate.server';
import { AppError } from '~/policy/errors';
import { startJobQueue, stopJobQueue } from '~/platform/jobs/job-queue.server';
import { identify } from '~/layout/guards/identify.server';
import { type Standby, startStandby } from '../../ops/faults/databases/standby';
import { ask, type Postgres, startPostgres } from '../../ops/faults/fault-servers';
import { MissingProgram } from '../../ops/faults/missing-program';
import { goodPassword, signedInHeaders } from '../support/people/sign-in';

let postgres: Postgres | undefined;
let standby: Standby | undefined;
/** Why it cannot be tried on this machine. */
let missing: string | undefined;

const patience = { timeout: 40_000, interval: 100 };

beforeAll(async () => {
  try {
    postgres = await startPostgres();
  } catch (error) {
    if (!(error instanceof MissingProgram)) throw error;
    missing = error.message;
    return;
  }
  standby = await startStandby(postgres);
  await stopJobQueue();
  await closeDatabase();
  openDatabase(
    { connectionString: postgres.address },
    { replica: { connectionString: standby.address } },
  );
  await migrateDatabase();
  await startJobQueue([], { work: false });
  watchDatabase();
}, 120_000);

afterAll(async () => {
  await stopJobQueue();
  await closeDatabase();
  await standby?.stop();
  await postgres?.stop();
});

const isReplica = async () =>
  (await db().execute('select pg_is_in_recovery() as late')).rows[0]?.late === true;
/** Whether a list or search would now be read from the replica. */
const readsFromReplica = (mayBeLate = true) => withReads(mayBeLate, () => readLate(isReplica));
async function untilUsed(): Promise<void> {
  await expect.poll(() => readsFromReplica(), patience).toBe(true);
}
async function untilUnused(): Promise<void> {
  await expect.poll(() => readsFromReplica(), patience).toBe(false);
}

test('lists and searches are read from the replica, all else from the primary', async ({
  skip,
}) => {
  if (missing) skip(missing);
  await untilUsed();
  expect(await isReplica()).toBe(false);
  expect(await readLate(isReplica)).toBe(false);
});

test('who has just written reads from the primary', async ({ skip }) => {
  if (missing) skip(missing);
  await untilUsed();
  const user = await makeUser(db(), { password: goodPassword });
  const headers = await signedInHeaders(user.email);
  const request = async (init: RequestInit) => {
    const context = new RouterContextProvider();
    const asked = new Request('https://association.example/search', init);
    const url = new URL(asked.url);
    let late: boolean | undefined;
    const given = { request: asked, context, url, params: {}, pattern: '/search' };
    const response = await identify(given, async () => {
      late = await readLate(isReplica);
      return new Response('page');
    });
    const wrote = response?.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('__Host-wrote='));
    return { late, wrote };
  };
  // Once the replica has the session, too.
  await expect.poll(() => request({ headers }), patience).toEqual({ late: true, wrote: undefined });
  const { late, wrote } = await request({ headers, method: 'POST' });
  expect(late).toBe(false);
  expect(wrote).toBe('__Host-wrote=1; Path=/; Max-Age=10; HttpOnly; Secure; SameSite=Lax');
  const after = new Headers(headers);
  after.set('Cookie', `${headers.get('Cookie')}; ${wrote?.split(';')[0]}`);
  expect(await request({ headers: after })).toEqual({ late: false, wrote: undefined });
});

test('what fails on the replica is done on the primary, a refusal is none', async ({ skip }) => {
  if (missing) skip(missing);
  await untilUsed();
  const email = 'written@court.example';
  // A replica refuses every write.
  const user = await withReads(true, () => readLate(() => makeUser(db(), { email })));
  expect(user.email).toBe(email);
  await untilUsed();
  let tries = 0;
  const refused = withReads(true, () =>
    readLate(() => {
      tries += 1;
      return Promise.reject(new AppError('error.not-found'));
    }),
  );
  await expect(refused).rejects.toMatchObject({ code: 'error.not-found' });
  expect(tries).toBe(1);
});

test('a replica that falls behind is left alone until it has caught up', async ({ skip }) => {
  if (missing || !standby) return skip(missing);
  await untilUsed();
  await ask(standby.address, 'select pg_wal_replay_pause()');
  await pool().query("comment on table users is 'changed meanwhile'");
  await untilUnused();
  await ask(standby.address, 'select pg_wal_replay_resume()');
  await untilUsed();
  expect(await readsFromReplica()).toBe(true);
});

test.each(['hangs', 'dies'])(
  'a replica that %s costs no answer, and is used again later',
  async (how) => {
    if (missing || !standby) return;
    await untilUsed();
    if (how === 'hangs') standby.freeze(true);
    else await standby.kill();
    // Whoever asks meanwhile gets an answer, and within five seconds that of the primary at once.
    const lost = performance.now();
    await untilUnused();
    expect(performance.now() - lost).toBeLessThan(5_000);
    expect(await readsFromReplica()).toBe(false);
    if (how === 'hangs') standby.freeze(false);
    else await standby.start();
    await untilUsed();
  },
);
