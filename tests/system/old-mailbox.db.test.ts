import { expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { eq } from 'drizzle-orm';
import { db, schema, transaction } from '~/db/db.server';
import { makeApplication, makeEvent, makeRegistration, makeUser } from '~/db/factories.server';
import { deleteOwnAccount } from '~/features/compliance/data-rights/data-rights.server';
import {
  hashOfLink as hashOfRegistration,
  registrationTokenOf,
} from '~/features/events/registration-links/registration-links.server';
import { getInvitation, inviteGuest } from '~/features/events/registration-links/guests.server';
import { sendRegistrationMail } from '~/features/events/registrations/registration-mails.server';
import { findOwnRegistration } from '~/features/events/registrations/registrations.server';
import { sendApplicationMail } from '~/features/membership/application-mails.server';
import { findOwnMembership } from '~/features/membership/membership.server';
import { hashOfLink, statusTokenOf } from '~/features/membership/status/application-links.server';
import { getApplicationByLink } from '~/features/membership/status/application-status.server';
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
const nobody = { name: 'Guest', court: null, country: null };
const refused = { code: 'error.auth/expired-action-code' };

/** Moves a person to another address, which both of them agree to. @returns the new address */
async function move(person: Awaited<ReturnType<typeof makeUser>>): Promise<string> {
  const email = `moved-${person.email}`;
  await requestEmailChange(actorOf(person), { email, currentPassword: goodPassword });
  const links = (await outboxMails('email-change')).flatMap(({ recipient, text }) => {
    const token = /confirm-email-change\/\w+\/([\w-]+)/.exec(text)?.[1];
    return token ? [{ recipient, token }] : [];
  });
  const linkTo = (address: string) =>
    links.find(({ recipient }) => recipient === address)?.token ?? '';
  await confirmEmailChange(anonymous, 'new', linkTo(email));
  await confirmEmailChange(anonymous, 'old', linkTo(person.email));
  return email;
}

test('who still reads the mailbox of before does not get into the account', async () => {
  const person = await makeUser(db(), { password: goodPassword });
  const old = person.email;
  // What the thief has before the change: a link, and a browser that is signed in.
  await sendResetLink.run({ email: old });
  const resetLink = await tokenInLastMail('reset-password');
  const browser = await signedInHeaders(old);

  const moved = await move(person);
  expect((await resolveSession(browser)).actor, 'the open browser').toEqual(anonymous);
  await expect(
    resetPassword(anonymous, { token: resetLink, password: stolen }),
  ).rejects.toMatchObject(refused);
  const [changing] = (await outboxMails('email-change')).filter(
    ({ recipient }) => recipient === old,
  );
  const used = /confirm-email-change\/old\/([\w-]+)/.exec(changing?.text ?? '')?.[1] ?? '';
  await expect(confirmEmailChange(anonymous, 'old', used)).rejects.toMatchObject(refused);
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

test('who still reads the mailbox of before sees neither application nor registration', async () => {
  const person = await makeUser(db(), { password: goodPassword });
  const { id: userId, email } = person;
  const made = await makeApplication(db(), { email, userId, status: 'active' });
  const [application] = await db()
    .update(schema.membershipApplications)
    .set({ statusHash: hashOfLink(statusTokenOf(made.id)) })
    .where(eq(schema.membershipApplications.id, made.id))
    .returning();
  const event = await makeEvent(db(), { status: 'published' });
  const { id } = await makeRegistration(db(), { eventId: event.id, userId });
  const isIt = eq(schema.eventRegistrations.id, id);
  const linkHash = hashOfRegistration(registrationTokenOf(id));
  await db().update(schema.eventRegistrations).set({ linkHash }).where(isIt);
  if (!application) throw new Error('There is no application');
  // Before there is an account, the outbox has the address alone.
  const nobody = { ...application, userId: null };
  await transaction((tx) => sendApplicationMail(tx, nobody, { template: 'received' }));
  const page = await getApplicationByLink(anonymous, statusTokenOf(made.id));
  expect(page.application).toMatchObject({ email });
  const oldAccess = { token: registrationTokenOf(id) };
  expect(await findOwnRegistration(anonymous, oldAccess)).not.toBeNull();

  const moved = await move(person);
  const gone = 'error.not-found';
  await expect(getApplicationByLink(anonymous, statusTokenOf(made.id))).rejects.toThrow(gone);
  await expect(findOwnRegistration(anonymous, oldAccess)).rejects.toThrow(gone);
  expect(await findOwnMembership(actorOf(person)), 'the register').toMatchObject({ email: moved });

  // What is mailed from now on leads there again.
  const [registration] = await db().select().from(schema.eventRegistrations).where(isIt);
  if (!registration) throw new Error('There is no registration');
  await transaction((tx) =>
    sendRegistrationMail(tx, event, { registration, template: 'confirmed' }),
  );
  const token = await tokenInLastMail('registration-confirmed');
  expect(token).not.toBe(oldAccess.token);
  expect(await findOwnRegistration(anonymous, { token })).not.toBeNull();
  const [now] = await db().select().from(schema.membershipApplications);
  if (!now) throw new Error('There is no application');
  await transaction((tx) => sendApplicationMail(tx, now, { template: 'received' }));
  const [status] = (await outboxMails('application-received')).filter(
    ({ recipient }) => recipient === moved,
  );
  const next = /membership\/status\/(\w+)/.exec(status?.text ?? '')?.[1] ?? '';
  expect(await getApplicationByLink(anonymous, next)).toMatchObject({
    application: { email: moved },
  });

  await deleteOwnAccount(actorOf({ ...person, email: moved }), {
    password: goodPassword,
    removeComments: false,
  });
  const left = (await outboxMails()).filter(({ recipient }) => [email, moved].includes(recipient));
  expect(left.map(({ template }) => template)).toEqual(['account-deleted']);
});

test('what is under the address as a guest moves along, and its links end', async () => {
  const person = await makeUser(db(), { password: goodPassword });
  const fields = { status: 'published', registration: 'internal' } as const;
  const [asked, invited] = [await makeEvent(db(), fields), await makeEvent(db(), fields)];
  const guest = { guestName: 'Guest', guestEmail: person.email };
  const { id } = await makeRegistration(db(), { eventId: asked.id, ...guest });
  const isIt = eq(schema.eventRegistrations.id, id);
  const linkHash = hashOfRegistration(registrationTokenOf(id));
  await db().update(schema.eventRegistrations).set({ linkHash }).where(isIt);
  const admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
  const invite = (email: string) => inviteGuest(admin, invited.id, { ...nobody, email });
  const invitation = () => tokenInLastMail('registration-invitation');
  await invite(person.email);
  const token = await invitation();
  expect((await getInvitation(anonymous, token)).guest.email).toBe(person.email);

  const moved = await move(person);
  await expect(getInvitation(anonymous, token)).rejects.toThrow('error.not-found');
  await expect(findOwnRegistration(anonymous, { token: registrationTokenOf(id) })).rejects.toThrow(
    'error.not-found',
  );
  const [registration] = await db().select().from(schema.eventRegistrations).where(isIt);
  expect(registration?.guestEmail).toBe(moved);
  await invite(moved);
  expect((await getInvitation(anonymous, await invitation())).guest.email).toBe(moved);
  await expect(getInvitation(anonymous, token)).rejects.toThrow('error.not-found');
});

test('a typed address that nobody has confirmed is not told the name', async () => {
  const person = await makeUser(db(), {
    password: goodPassword,
    firstName: 'Mara',
    lastName: 'Tilsiter',
  });
  const email = 'a-stranger@court.example';
  await requestEmailChange(actorOf(person), { email, currentPassword: goodPassword });
  const sent = (await outboxMails('email-change')).filter(({ userId }) => userId === person.id);
  for (const { recipient, text, html, subject } of sent)
    expect(/Mara|Tilsiter/.test(`${subject} ${text} ${html}`), recipient).toBe(recipient !== email);
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(
    [email, person.email].toSorted(),
  );
});
