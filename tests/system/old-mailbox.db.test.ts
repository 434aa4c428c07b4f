import { expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { resetPassword, sendResetLink } from '~/features/identity/sign-in/sign-in.server';
import { resolveSession } from '~/features/identity/sign-in/session.server';
import {
  confirmEmailChange,
  requestEmailChange,
} from '~/features/identity/settings/email-change.server';
import { outboxMails, tokenInLastMail } from '../support/mail/outbox';
import { actorOf } from '../support/people/actors';
import { goodPassword, signedInHeaders, trySignIn } from '../support/people/sign-in';

const stolen = 'password of the thief';
const refused = { code: 'error.auth/expired-action-code' };

test('who still reads the mailbox of before does not get into the account', async () => {
  const person = await makeUser(db(), { password: goodPassword });
  const [old, moved] = [person.email, `moved-${person.email}`];
  // What the thief has before the change: a link, and a browser that is signed in.
  await sendResetLink.run({ email: old });
  const resetLink = await tokenInLastMail('reset-password');
  const browser = await signedInHeaders(old);

  await requestEmailChange(actorOf(person), { email: moved, currentPassword: goodPassword });
  const links = (await outboxMails('email-change')).flatMap(({ recipient, text }) => {
    const token = /confirm-email-change\/\w+\/([\w-]+)/.exec(text)?.[1];
    return token ? [{ recipient, token }] : [];
  });
  const linkTo = (address: string) =>
    links.find(({ recipient }) => recipient === address)?.token ?? '';
  await confirmEmailChange(anonymous, 'new', linkTo(moved));
  await confirmEmailChange(anonymous, 'old', linkTo(old));

  expect((await resolveSession(browser)).actor, 'the open browser').toEqual(anonymous);
  await expect(
    resetPassword(anonymous, { token: resetLink, password: stolen }),
  ).rejects.toMatchObject(refused);
  await expect(confirmEmailChange(anonymous, 'old', linkTo(old))).rejects.toMatchObject(refused);
  const before = (await outboxMails('reset-password')).length;
  await sendResetLink.run({ email: old });
  expect(await outboxMails('reset-password'), 'nothing comes any more').toHaveLength(before);
  for (const password of [goodPassword, stolen])
    await expect(trySignIn({ email: old, password })).rejects.toMatchObject({
      code: 'error.auth/invalid-credential',
    });
  const own = await signedInHeaders(moved);
  expect((await resolveSession(own)).actor.id).toBe(person.id);
});
