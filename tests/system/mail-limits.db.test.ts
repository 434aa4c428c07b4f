import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, schema, transaction } from '~/db/db.server';
import { makePage, makeUser } from '~/db/factories.server';
import { inviteGuest, registerGuest } from '~/features/events/registration-links/guests.server';
import {
  addRegistration,
  decideRegistration,
  deleteRegistration,
} from '~/features/events/registration-admin/registration-admin.server';
import {
  cancelRegistration,
  findOwnRegistration,
  register,
} from '~/features/events/registrations/registrations.server';
import { notifyOf } from '~/features/forum/following/notify-followers.job.server';
import { saveFollow } from '~/features/forum/following/following.server';
import { flagComment } from '~/features/forum/moderation/moderation.server';
import { listReviews } from '~/features/forum/reviews/review-queue.server';
import { requestEmailChange } from '~/features/identity/settings/email-change.server';
import { requestSubscription } from '~/features/identity/subscriptions/subscriptions.server';
import {
  applicationLists,
  applicationSchema,
} from '~/features/membership/applying/application-schemas';
import { submitApplication } from '~/features/membership/membership.server';
import { actOnAccount } from '~/features/membership/users/users.server';
import { saveNewsletter, takeNewsletterStep } from '~/features/newsletters/newsletters.server';
import { parseForm } from '~/lib/forms/form';
import { mayMail } from '~/platform/mail/mail-limits.server';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { outboxMails, tokenInLastMail } from '../support/mail/outbox';
import { actorOf } from '../support/people/actors';
import { filledForm } from '../support/people/applications';
import { person } from '../support/people/person';
import { goodPassword } from '../support/people/sign-in';
import { makeCategory, openTopic, reply, flagInput } from '../support/texts/forum-setup';
import { askRoute } from '../support/site/route-request';
import { makeOpenEvent, makePeople, placeInput } from '../support/texts/registrations';
import { newsletterDraft } from '../support/texts/newsletter-draft';

/** The limits of sign-up and forgotten passwords are tested beside their jobs. */

const { mails, securityEvents, users } = schema;
const enough = { code: 'error.mail.enough', status: 429 };
const victim = 'victim@court.example';

let admin: SignedInActor;

beforeAll(async () => {
  for (const slug of ['end-user-agreement', 'privacy-policy'])
    await makePage(db(), { slug, effectiveOn: '2026-01-01' });
});

beforeEach(async () => {
  await db().update(users).set({ role: 'USER' });
  await db().delete(mails);
  await db().delete(schema.eventRegistrations);
  admin = await person('ADMIN');
});

const sentTo = (recipient: string) => db().$count(mails, eq(mails.recipient, recipient));

/** Noted beside the transaction, so that it stands also where that is rolled back. */
async function seeEventOf(detail: string): Promise<void> {
  await expect
    .poll(() => db().select().from(securityEvents))
    .toContainEqual(expect.objectContaining({ event: 'limit.reach', outcome: 'refused', detail }));
}

/** Does something so many times, from another address each time. */
async function times(number: number, work: (address: string, round: number) => Promise<unknown>) {
  for (let round = 0; round < number; round += 1) await work(`192.0.2.${round + 1}`, round);
}

test('forms sent at once count each other, and what is held back is a security event', async () => {
  const send = () =>
    requestSubscription(
      anonymous,
      { email: victim, list: ['newsletter'], language: 'en' },
      '192.0.2.1',
    );
  await Promise.all(Array.from({ length: 8 }, send));
  expect(await sentTo(victim)).toBe(3);
  await seeEventOf('mail-subscription');
  expect(await transaction((tx) => mayMail(tx, 'subscription', victim.toUpperCase()))).toBe(false);
  expect(await transaction((tx) => mayMail(tx, 'subscription', 'other@court.example'))).toBe(true);
  await db()
    .update(mails)
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) });
  expect(await transaction((tx) => mayMail(tx, 'subscription', victim))).toBe(true);
});

test('a subscription: three a day, from wherever it is asked for', async () => {
  const wanted = { email: victim, list: ['newsletter' as const], language: 'en' as const };
  await times(6, (address) => requestSubscription(anonymous, wanted, address));
  expect(await sentTo(victim)).toBe(3);
});

test('an application: five a day, known or not, then the form is refused', async () => {
  const known = await makeUser(db());
  for (const email of [victim, known.email]) {
    const submit = (address: string, round: number) => {
      const form = parseForm(
        applicationSchema,
        filledForm({ email, courtCity: `City ${round}` }),
        applicationLists,
      );
      if (!form.ok) throw new Error(JSON.stringify(form.fieldErrors));
      return submitApplication(anonymous, form.data, address);
    };
    await times(5, submit);
    await expect(submit('192.0.2.99', 9)).rejects.toMatchObject({
      code: 'error.auth/too-many-requests',
    });
    expect(await sentTo(email)).toBe(5);
    // The same form once more has arrived.
    await submit('192.0.2.99', 4);
    expect(await sentTo(email)).toBe(5);
  }
});

test('a change of address: three an hour to the new address, whoever asks', async () => {
  await times(5, async () => {
    const member = await makeUser(db(), { password: goodPassword });
    const wanted = { email: victim, currentPassword: goodPassword };
    await requestEmailChange(actorOf(member), wanted);
    // The other side of it: the link to the present address.
    expect(await sentTo(member.email)).toBe(1);
  });
  expect(await sentTo(victim)).toBe(3);
});

test('a registration: ten mails a day; what was done is kept, and the page says so', async () => {
  const { slug, id } = await makeOpenEvent();
  const [member] = await makePeople(1);
  if (!member) throw new Error('nobody');
  const answers: boolean[] = [];
  await times(6, async () => {
    answers.push((await register(member, slug, placeInput())).isMailed);
    answers.push(await cancelRegistration(member, { slug }));
  });
  expect(answers).toEqual([...Array.from({ length: 10 }, () => true), false, false]);
  expect(await sentTo(member.email)).toBe(10);
  expect(await register(member, slug, placeInput())).toEqual({
    status: 'confirmed',
    isMailed: false,
  });
  const own = await findOwnRegistration(member, { slug });
  expect(own?.registration.status).toBe('confirmed');
  // What the secretariat decides is said.
  await decideRegistration(admin, own?.registration.id ?? '', { decision: 'decline' });
  expect(await outboxMails('registration-declined')).toHaveLength(1);
  await deleteRegistration(admin, own?.registration.id ?? '', 'For the test');
  await expect(addRegistration(admin, id, added(member.email))).rejects.toMatchObject(enough);
  expect(await findOwnRegistration(member, { slug })).toBeNull();
});

const added = (email: string) => ({
  email,
  name: 'Gesa Gast',
  court: null,
  country: null,
  mode: 'on-site' as const,
  beyondCapacity: false,
});

test('the pages of a registration promise no e-mail that is held back', async () => {
  const { slug, id } = await makeOpenEvent();
  const [member] = await makePeople(1);
  if (!member) throw new Error('nobody');
  const send = async (pattern: string, params: Record<string, string>, form: Form) =>
    noticeIn(await askRoute({ actor: member, pattern, params, form }));
  const own = '/events/:slug/registration';
  const place = { intent: 'register', mode: 'on-site' };
  expect(await send(own, { slug }, place)).toBe('success.registration-confirmed');
  expect(await send(own, { slug }, { intent: 'cancel' })).toBe('success.registration-cancelled');
  await useUp(member.email);
  const without = 'success.registration-without-mail';
  expect(await send(own, { slug }, place)).toBe(without);
  expect(await send(own, { slug }, { intent: 'cancel' })).toBe(without);

  await inviteGuest(admin, id, { name: 'G', email: victim, court: null, country: null });
  const token = await tokenInLastMail('registration-invitation');
  await useUp(victim);
  expect(await send('/guest/:token', { token }, place)).toBe(without);
});

type Form = Record<string, string>;

/** As many e-mails about registrations as one recipient gets in a day. */
const useUp = async (recipient: string) => {
  const about = { template: 'registration-confirmed', subject: 'S', html: 'H', text: 'T' };
  await db()
    .insert(mails)
    .values(Array.from({ length: 10 }, () => ({ ...about, recipient })));
};

/** The key of what the next page says. */
function noticeIn(answer: unknown): string | undefined {
  if (!(answer instanceof Response)) throw new Error(`no redirect: ${JSON.stringify(answer)}`);
  const cookie = decodeURIComponent(answer.headers.get('set-cookie') ?? '');
  return /"key":"([^"]*)"/.exec(cookie)?.[1];
}

test('a person added and removed again and again: ten mails a day, then none is added', async () => {
  const { id } = await makeOpenEvent();
  const add = async () => {
    await addRegistration(admin, id, added(victim));
    const [row] = await db()
      .select()
      .from(schema.eventRegistrations)
      .where(eq(schema.eventRegistrations.guestEmail, victim));
    await deleteRegistration(admin, row?.id ?? '', 'For the test');
  };
  await times(5, add);
  await expect(add()).rejects.toMatchObject(enough);
  expect(await sentTo(victim)).toBe(10);
});

test('the invitation of a guest: five a day over all events, then it is refused', async () => {
  const guest = { name: 'Gesa Gast', email: victim, court: null, country: null };
  const events = [await makeOpenEvent(), await makeOpenEvent()];
  const invite = (round: number) => inviteGuest(admin, events[round % 2]?.id ?? '', guest);
  await times(5, (_, round) => invite(round));
  await expect(invite(1)).rejects.toMatchObject(enough);
  await seeEventOf('mail-guest-invitation');
  expect(await sentTo(victim)).toBe(5);
  // The link that was sent stays good.
  const invitation = await tokenInLastMail('registration-invitation');
  const { isMailed } = await registerGuest(anonymous, invitation, placeInput());
  expect(isMailed).toBe(true);
  expect(await sentTo(victim)).toBe(6);
});

test('the invitation to an account: five a day, then it is refused', async () => {
  const invited = await makeUser(db());
  const invite = () => actOnAccount(admin, invited.id, { intent: 'invite', reason: 'Asked for' });
  await times(5, invite);
  await expect(invite()).rejects.toMatchObject(enough);
  expect(await sentTo(invited.email)).toBe(5);
});

test('a newsletter on trial: twenty an hour to the own address', async () => {
  const id = await saveNewsletter(admin, null, newsletterDraft);
  const send = () => takeNewsletterStep(admin, id, { intent: 'test', version: 1 });
  await times(20, send);
  await expect(send()).rejects.toMatchObject(enough);
});

test('the forum: twenty an hour to one reader, and ten about flags to an administrator', async () => {
  const [author, reader] = [await person(), await person()];
  const { id, slug } = await makeCategory(admin);
  await saveFollow(reader, { intent: 'follow', kind: 'category', target: id, level: 'at-once' });
  const comments: string[] = [];
  await times(22, async () => {
    const topic = await openTopic(author, { category: slug });
    const comment = await reply(author, topic, 'The case of Mr Muster.');
    comments.push(comment);
    await notifyOf(comment);
  });
  expect(await sentTo(reader.email)).toBe(20);
  for (const comment of comments.slice(0, 12)) await flagComment(reader, comment, flagInput);
  expect(await sentTo(admin.email)).toBe(10);
  expect((await listReviews(admin, { filter: 'open' })).reviews.length).toBeGreaterThanOrEqual(12);
});
