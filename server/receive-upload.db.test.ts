import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { actorOf } from '../tests/support/people/actors';
import { create } from '../tests/support/files/tus-client';
import { goodPassword as password, signedInHeaders } from '../tests/support/people/sign-in';
import { echoBuild } from '../tests/support/site/echo-build';
import { createApp } from './app';

/** The bytes of one person's uploads that are taken at a time, and those that may wait. */
const most = { atOnce: 6, waiting: 30 };

test('a member has six parts of uploads under way, thirty waiting, and gets 429 for further ones', async () => {
  const app = createApp({ build: () => echoBuild, mode: 'production' });
  const person = await makeUser(db(), { password });
  const headers = await signedInHeaders(person.email);
  headers.set('Tus-Resumable', '1.0.0');
  headers.set('Upload-Offset', '0');
  headers.set('Content-Type', 'application/offset+octet-stream');
  const places: string[] = [];
  for (let made = 0; made <= most.atOnce + most.waiting; made += 1) {
    const fingerprint = String(made).padStart(64, '0');
    const begun = await create(actorOf(person), 4, { filename: `${made}.txt`, fingerprint });
    places.push(begun.headers.get('Location') ?? '');
  }
  const gone = new AbortController();
  // None of them ever sends a byte.
  const lines = places.map(() =>
    Object.assign(new Readable({ read: () => undefined }), { socket }),
  );
  const asked = places.map((place, index) =>
    Promise.resolve(
      app.request(
        place,
        { method: 'PATCH', headers, signal: gone.signal },
        { incoming: lines[index] },
      ),
    ),
  );
  const refused = await Promise.race(asked);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toBe('5');
  gone.abort();
  for (const line of lines) line.destroy();
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(statuses.filter((status) => status === 408)).toHaveLength(most.waiting);
});

const socket = { remoteAddress: '192.0.2.9' };
