import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db, pool } from '~/db/db.server';
import { startLive, stopLive } from '~/platform/live.server';
import { UploadLocks } from './upload-locks.server';

beforeAll(startLive);
afterAll(stopLive);

const never = new AbortController().signal;
const nothing = () => undefined;
const newUploadId = () => crypto.randomUUID().replaceAll('-', '');
const heldLocks = async () => {
  const { rows } = await db().execute(
    sql`select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.length;
};

test('an upload has one worker at a time, over two nodes', async () => {
  const nodes = [new UploadLocks(pool), new UploadLocks(pool)] as const;
  const id = newUploadId();
  let working = 0;
  let most = 0;
  const work = async () => {
    working += 1;
    most = Math.max(most, working);
    await pause(10);
    working -= 1;
  };
  await Promise.all([0, 1, 0, 1, 0, 1].map((node) => nodes[node === 0 ? 0 : 1].during(id, work)));
  expect(most).toBe(1);
  expect(await heldLocks()).toBe(0);
});

test('whoever holds it is asked to let go, on this node and on another one', async () => {
  const nodes = [new UploadLocks(pool), new UploadLocks(pool)] as const;
  for (const next of [nodes[0], nodes[1]]) {
    const id = newUploadId();
    const first = nodes[0].newLock(id);
    await first.lock(never, () => void first.unlock());
    const second = next.newLock(id);
    await second.lock(never, nothing);
    await second.unlock();
  }
  expect(await heldLocks()).toBe(0);
});

test('other uploads do not wait, and a request that is over stops waiting', async () => {
  const locks = new UploadLocks(pool);
  const id = newUploadId();
  const held = locks.newLock(id);
  await held.lock(never, nothing);
  await locks.during(newUploadId(), () => Promise.resolve());
  await expect(locks.newLock(id).lock(AbortSignal.abort(), nothing)).rejects.toMatchObject({
    status_code: 423,
  });
  await held.unlock();
});

test('a node that ends, or loses the database, holds nothing', async () => {
  const [first, second] = [new UploadLocks(pool), new UploadLocks(pool)];
  const id = newUploadId();
  let wasStopped = false;
  await first.newLock(id).lock(never, () => {
    wasStopped = true;
  });
  const { rows } = await db().execute<{ pid: number }>(
    sql`select pid from pg_locks where locktype = 'advisory' and objsubid = 1 and database = (select oid from pg_database where datname = current_database())`,
  );
  for (const { pid } of rows) await db().execute(sql`select pg_terminate_backend(${pid})`);
  await second.during(id, () => Promise.resolve());
  expect(wasStopped).toBe(true);
  await second.newLock(id).lock(never, nothing);
  await second.close();
  await first.during(id, () => Promise.resolve());
});

test('whoever lost it with the database does not let go of what another has taken since', async () => {
  const locks = new UploadLocks(pool);
  const id = newUploadId();
  const lost = locks.newLock(id);
  await lost.lock(never, nothing);
  await locks.close();
  const next = locks.newLock(id);
  await next.lock(never, nothing);
  await lost.unlock();
  expect(await heldLocks()).toBe(1);
  await next.unlock();
  expect(await heldLocks()).toBe(0);
});
