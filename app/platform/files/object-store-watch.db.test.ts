import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FaultProxy, openFaultProxy } from '../../../ops/faults/fault-proxy';
import {
  type ObjectStoreServer,
  startObjectStoreServer,
} from '../../../tests/support/files/object-store-server';
import { isOutage } from '~/answers/outage.server';
import { objectStore } from './object-store.server';

let server: ObjectStoreServer;
let line: FaultProxy;

beforeEach(async () => {
  server = await startObjectStoreServer();
  line = await openFaultProxy(Number(new URL(server.address).port));
});

afterEach(async () => {
  await line.close();
  await server.close();
});

test('a store that answers nothing any more is an outage, and later works again', async () => {
  const address = new URL(server.address);
  address.port = String(line.port);
  const store = objectStore(address.href);
  await store.put('a/b', 'kept');
  await line.become('freeze');
  const failure = await store.get('a/b').catch((error: unknown) => error);
  expect(isOutage(failure)).toBe(true);
  await line.become('none');
  await expect.poll(() => store.get('a/b').catch(() => null), { timeout: 20_000 }).toBe('kept');
});
