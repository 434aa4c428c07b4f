import { expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { sessionStream } from './session-watch.server';

test.each(['error.firestore/account-not-found', null] as const)(
  'a page that comes after its session was lost hears why (%s)',
  async (lost) => {
    const request = new Request('https://association.example/session/watch');
    const words = await sessionStream({ actor: anonymous, request }, lost).text();
    expect(words).toContain(`event: over\ndata: ${lost ?? 'error.auth/session-expired'}`);
  },
);
