import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pool } from 'pg';
import { pool } from '~/db/db.server';
import { disturbedDatabase } from '../../../tests/support/database/disturbed-database';
import { JobLocks } from './job-locks.server';

const polling = { timeout: 30_000 };

let over: Awaited<ReturnType<typeof disturbedDatabase>>;
let disturbed: Pool;

beforeEach(async () => {
  over = await disturbedDatabase(pool().options.connectionString ?? '');
  disturbed = new Pool(over.settings);
  disturbed.on('error', () => undefined);
  disturbed.on('connect', (client) => client.on('error', () => undefined));
});

afterEach(async () => {
  await over.line.become('none');
  await disturbed.end();
  await over.line.close();
});

/** Whether the lock of a name is taken, as everybody else sees it. */
async function isTaken(name: string): Promise<boolean> {
  const { rows } = await pool().query<{ free: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
    [`job/${name}`],
  );
  return rows[0]?.free === false;
}

test('two who want the same do it one after the other, in one process or two', async () => {
  const one = new JobLocks(pool);
  const two = new JobLocks(pool);
  let under = 0;
  let most = 0;
  const work = async () => {
    under += 1;
    most = Math.max(most, under);
    await pool().query('select pg_sleep(0.05)');
    under -= 1;
  };
  await Promise.all([one, one, two, two].map((locks) => locks.during('same', work)));
  expect(most).toBe(1);
});

test('different things are done beside each other', async () => {
  const locks = new JobLocks(pool);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const first = locks.during('first', () => isOver);
  await locks.during('second', async () => expect(await isTaken('first')).toBe(true));
  end();
  await first;
  expect(await isTaken('first')).toBe(false);
  expect(await isTaken('second')).toBe(false);
});

test('what fails gives its lock back', async () => {
  const locks = new JobLocks(pool);
  const failing = locks.during('failing', async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await isTaken('failing')).toBe(false);
});

test('a process whose line was cut takes its lock again while it is still at work', async () => {
  const locks = new JobLocks(() => disturbed);
  await locks.during('long', async () => {
    expect(await isTaken('long')).toBe(true);
    await over.line.become('cut');
    await vi.waitFor(async () => expect(await isTaken('long')).toBe(false), polling);
    await over.line.become('none');
    await vi.waitFor(async () => expect(await isTaken('long')).toBe(true), polling);
  });
  expect(await isTaken('long')).toBe(false);
});
