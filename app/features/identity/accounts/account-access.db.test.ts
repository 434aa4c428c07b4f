import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import {
  beginEnrolment,
  confirmEnrolment,
  findEnrolment,
  notePasskeyChange,
  removeAuthenticator,
  renewRecoveryCodes,
} from '~/features/identity/second-factor/second-factor.server';
import { deleteOwnAccount } from '~/features/compliance/data-rights/data-rights.server';
import { confirmEmailChange } from '~/features/identity/settings/email-change.server';
import { changeOwnPassword, endOtherSessions } from '~/features/identity/settings/settings.server';
import {
  findOwnSessionId,
  findTokenOwner,
  issueToken,
  resetPassword,
  signIn,
} from '~/features/identity/sign-in/sign-in.server';
import { actOnAccount } from '~/features/membership/users/users.server';
import { totpCode, totpStepAt } from '~/features/identity/second-factor/one-time-password.server';
import { finishSecondStep } from '~/features/identity/sign-in/second-step.server';
import { actorOf } from '../../../../tests/support/people/actors';
import { cookieHeader } from '../../../../tests/support/people/cookies';
import { updateUserAsAdmin } from '~/features/identity/accounts/accounts.server';

const password = 'seven quiet lanterns';
const newPassword = 'eight louder trumpets';

type Person = Awaited<ReturnType<typeof makeUser>>;

let person: Person;
let admin: Person;
let addresses = 0;
beforeEach(async () => {
  person = await makeUser(db(), { password });
  admin = await makeUser(db(), { role: 'DEV' });
});

async function browser(): Promise<Headers> {
  addresses += 1;
  const cookies = await signIn(
    anonymous,
    { email: person.email, password, keepSignedIn: true },
    { headers: new Headers(), clientAddress: `10.2.${addresses}.1` },
  );
  return new Headers({ cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') });
}

const isSignedIn = async (headers: Headers) => (await findOwnSessionId(headers)) !== null;

const purposes = ['reset-password', 'second-step', 'change-email-old', 'change-email-new'] as const;
const linkFor = (purpose: (typeof purposes)[number]) =>
  transaction((tx) => issueToken(tx, { purpose, userId: person.id, minutes: 60 }));

/** Someone else's ways into the account: another browser, links in the old mailbox. */
async function openWays(other: Headers) {
  const links = await Promise.all(
    purposes.map(async (purpose) => ({ purpose, token: await linkFor(purpose) })),
  );
  return async () => ({
    otherBrowser: await isSignedIn(other),
    links: (
      await Promise.all(
        links.map(async ({ purpose, token }) =>
          (await findTokenOwner(purpose, token)) === null ? [] : [purpose],
        ),
      )
    ).flat(),
  });
}

async function changeAddress(): Promise<void> {
  await db()
    .insert(schema.emailChanges)
    .values({
      userId: person.id,
      newEmail: `new-${person.email}`,
      expiresAt: new Date(Date.now() + 3_600_000),
      oldConfirmedAt: new Date(),
    });
  await confirmEmailChange(anonymous, 'new', await linkFor('change-email-new'));
}

/** @returns the recovery codes */
async function enrol(own: Headers): Promise<string[]> {
  const actor = actorOf(person);
  await beginEnrolment(actor, { password });
  const secret = (await findEnrolment(actor))?.secret ?? '';
  const code = totpCode(secret, totpStepAt(new Date()));
  return confirmEnrolment(actor, code, await findOwnSessionId(own));
}

const giveRole = (role: 'USER' | 'ADMIN') =>
  updateUserAsAdmin(
    actorOf(admin),
    { user: { id: person.id, firstName: 'Ada', lastName: 'Example', role } },
    { reason: 'a test' },
  );
async function loseRole(): Promise<void> {
  await db().update(schema.users).set({ role: 'ADMIN' }).where(eq(schema.users.id, person.id));
  await giveRole('USER');
}

/** As the sign-in library is followed by, once it has kept or dropped the passkey. */
const notePasskey = (kind: 'added' | 'removed') => async (own: Headers) =>
  notePasskeyChange(actorOf(person), kind, await findOwnSessionId(own));

const act = (intent: 'suspend' | 'end-sessions' | 'reset-second-factor') =>
  actOnAccount(actorOf(admin), person.id, { intent, reason: 'a test' });

/** What happens, and whether the browser of the person stays signed in. */
const events: [string, (own: Headers) => Promise<unknown>, boolean][] = [
  [
    'a changed password',
    (own) => changeOwnPassword(actorOf(person), { currentPassword: password, newPassword }, own),
    true,
  ],
  ['"end all other sessions"', (own) => endOtherSessions(actorOf(person), own), true],
  ['an authenticator app', enrol, true],
  ['a passkey', notePasskey('added'), true],
  ['a passkey taken away', notePasskey('removed'), true],
  [
    'a password set by a link',
    async () =>
      resetPassword(anonymous, { token: await linkFor('reset-password'), password: newPassword }),
    false,
  ],
  ['another address', changeAddress, false],
  ['a lost role', loseRole, false],
  ['a role that was gained', () => giveRole('ADMIN'), false],
  ['a suspension', () => act('suspend'), false],
  ['"sign out everywhere" by an administrator', () => act('end-sessions'), false],
  ['second factors taken away', () => act('reset-second-factor'), false],
  [
    'the deletion of the account',
    () => deleteOwnAccount(actorOf(person), { password, removeComments: false }),
    false,
  ],
];

test.each(events)('%s ends every other way into the account', async (_what, happen, staysIn) => {
  const own = await browser();
  const ways = await openWays(await browser());
  expect(await ways()).toEqual({ otherBrowser: true, links: [...purposes] });
  await happen(own);
  expect(await ways()).toEqual({ otherBrowser: false, links: [] });
  expect(await isSignedIn(own)).toBe(staysIn);
});

test.each([
  ['an authenticator app taken away', removeAuthenticator],
  ['new recovery codes', renewRecoveryCodes],
] as const)('%s ends every other way into the account', async (_what, change) => {
  const own = await browser();
  const [first = '', second] = await enrol(own);
  const other = cookieHeader(await finishSecondStep(anonymous, first, await browser()));
  const ways = await openWays(other);
  expect(await ways()).toEqual({ otherBrowser: true, links: [...purposes] });
  await change(actorOf(person), { password, code: second }, await findOwnSessionId(own));
  expect(await ways()).toEqual({ otherBrowser: false, links: [] });
  expect(await isSignedIn(own)).toBe(true);
});

test('a changed name ends nothing, and a lost role leaves an invitation usable', async () => {
  const ways = await openWays(await browser());
  await giveRole('USER');
  expect(await ways()).toEqual({ otherBrowser: true, links: [...purposes] });
  const invitation = await transaction((tx) =>
    issueToken(tx, { purpose: 'invitation', userId: person.id, minutes: 60 }),
  );
  await loseRole();
  expect(await findTokenOwner('invitation', invitation)).toBe(person.id);
});
