import { beforeEach, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { beginPasskey } from '~/features/identity/second-factor/passkey.server';
import {
  removeAuthenticator,
  renewRecoveryCodes,
} from '~/features/identity/second-factor/second-factor.server';
import { requestEmailChange } from '~/features/identity/settings/email-change.server';
import { changeOwnPassword, endOtherSessions } from '~/features/identity/settings/settings.server';
import { finishSecondStep } from '~/features/identity/sign-in/second-step.server';
import { findOwnSessionId, resolveSession } from '~/features/identity/sign-in/session.server';
import { actorOf } from '../support/people/actors';
import { cookieHeader } from '../support/people/cookies';
import { enrol, password } from '../support/people/enrol';
import { trySignIn } from '../support/people/sign-in';

let person: Awaited<ReturnType<typeof makeUser>>;
let laptop: Headers;
const another = 'eight louder trumpets';
const whoIs = async (headers: Headers) => (await resolveSession(headers)).actor.id;
const signedIn = async () => cookieHeader(await trySignIn({ email: person.email, password }));

beforeEach(async () => {
  person = await makeUser(db(), { password });
  laptop = await signedIn();
});

test('a laptop left signed in changes nothing of the account without the password', async () => {
  expect(await whoIs(laptop)).toBe(person.id);
  const actor = actorOf(person);
  const guessed = { password: 'a guess', currentPassword: 'a guess' };
  for (const change of [
    () => changeOwnPassword(actor, { ...guessed, newPassword: another }, laptop),
    () => requestEmailChange(actor, { ...guessed, email: 'thief@court.example' }),
    () => beginPasskey(actor, guessed, laptop),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'error.auth/wrong-password' });
  expect(await db().$count(schema.emailChanges)).toBe(0);
});

test.each<[string, (own: Headers) => Promise<unknown>]>([
  [
    'a new password',
    (own) =>
      changeOwnPassword(actorOf(person), { currentPassword: password, newPassword: another }, own),
  ],
  ['"sign out on all other devices"', (own) => endOtherSessions(actorOf(person), own)],
  ['an authenticator app', async (own) => enrol(person, await findOwnSessionId(own))],
])('%s at home shuts the laptop out at once', async (_what, happen) => {
  const home = await signedIn();
  await happen(home);
  expect(await resolveSession(laptop)).toMatchObject({
    actor: anonymous,
    lost: 'error.auth/session-expired',
  });
  expect(await whoIs(home)).toBe(person.id);
});

test('who knows the password as well neither passes the second step nor takes it away', async () => {
  const { codes } = await enrol(person);
  const actor = actorOf(person);
  const door = await signedIn();
  expect(await whoIs(door), 'the password alone opens the door to the second step').toBeNull();
  await expect(finishSecondStep(anonymous, '000000', door)).rejects.toMatchObject({
    code: 'error.auth/wrong-code',
  });
  for (const change of [removeAuthenticator, renewRecoveryCodes])
    await expect(change(actor, { password, code: '000000' }, null)).rejects.toMatchObject({
      code: 'error.auth/wrong-code',
    });
  const inside = cookieHeader(await finishSecondStep(anonymous, codes[0] ?? '', door));
  expect(await whoIs(inside)).toBe(person.id);
});
