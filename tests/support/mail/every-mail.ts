import { render } from '@react-email/render';
import { eq } from 'drizzle-orm';
import { anonymous } from '~/policy/actor';
import { db, schema, transaction } from '~/db/db.server';
import {
  makeApplication,
  makeEvent,
  makeNewsItem,
  makeRegistration,
  makeUser,
  paragraphs,
} from '~/db/factories.server';
import type { AccountNoticeKind } from '~/features/identity/accounts/account-notice.email';
import {
  queueAccountNotice,
  queueAdministratorNotice,
} from '~/features/identity/accounts/accounts.server';
import { reportOpenErrors } from '~/features/telemetry/error-tracking/weekly-report.job.server';
import { saveFollow } from '~/features/forum/following/following.server';
import { notifyOf } from '~/features/forum/following/notify-followers.job.server';
import { sendDigests } from '~/features/forum/following/send-digests.job.server';
import { reportChanges } from '~/features/operations/alerts/alerts.server';
import type { ApplicationTemplate } from '~/features/membership/application.email';
import {
  confirmAddressOf,
  hashOfLink,
  newConfirmToken,
  statusTokenOf,
} from '~/features/membership/status/application-links.server';
import { follow, listFollows, setRhythm } from '~/features/decisions/following/following.server';
import { sendFollowDigests } from '~/features/decisions/following/send-follow-digests.job.server';
import { loadCourts } from '~/features/decisions/courts/courts.server';
import { mailOutcome } from '~/features/decisions/proposals/settle-proposals.server';
import { deleteOwnAccount } from '~/features/compliance/data-rights/data-rights.server';
import { sendApplicationMail } from '~/features/membership/application-mails.server';
import type { ModerationNotice } from '~/features/forum/moderation/moderation-notice.email';
import { mailNotice, mailStatement } from '~/features/forum/moderation/moderation-mails.server';
import { newsletterEmail } from '~/features/newsletters/composing/newsletter.email';
import type { RegistrationTemplate } from '~/features/events/registrations/registration.email';
import {
  invitationTokenOf,
  registrationTokenOf,
} from '~/features/events/registration-links/registration-links.server';
import {
  sendInvitation,
  sendRegistrationMail,
} from '~/features/events/registrations/registration-mails.server';
import { requestEmailChange } from '~/features/identity/settings/email-change.server';
import { inviteUser, sendResetLink } from '~/features/identity/sign-in/sign-in.server';
import { sendSignUpMail } from '~/features/identity/sign-up/sign-up.server';
import {
  listHeaders,
  newSubscriptionId,
  unsubscribeAddressOf,
} from '~/features/identity/subscriptions/subscription-links.server';
import {
  confirmSubscription,
  requestSubscription,
} from '~/features/identity/subscriptions/subscriptions.server';
import { translateIn } from '~/i18n/translations.server';
import { newId } from '~/lib/new-id';
import { queueMail } from '~/platform/mail/mail.server';
import { actorOf } from '../people/actors';
import { publishDecision } from '../texts/followed-decisions';
import { decide, flagged, makeDispute, reply } from '../texts/forum-setup';
import { tokenInLastMail } from './outbox';
import { goodPassword } from '../people/sign-in';

const first = <Row>([row]: Row[]): Row => {
  if (row === undefined) throw new Error('nothing was written');
  return row;
};
const origin = 'https://association.example';

/** A part of the health page that turns bad, and good again. */
async function healthAlerts(): Promise<void> {
  const recipients = { mails: [{ email: 'operator@association.example' }], webhooks: [] };
  const verdicts = ['bad', 'bad', 'good', 'good'] as const;
  for (const [minute, verdict] of verdicts.entries()) {
    const part = {
      name: 'health.backup',
      advice: 'health.backup.old',
      verdict,
      facts: [],
    } as const;
    await reportChanges([part], recipients, new Date(Date.now() + minute * 60_000));
  }
}

/** A member who deletes the account: both mails about it. */
async function leave(): Promise<void> {
  const person = await makeUser(db(), { password: goodPassword });
  await deleteOwnAccount(actorOf(person), { password: goodPassword, removeComments: false });
}

/**
 * How the mails of each template come about: by the file of the template below `app/features`.
 * Each writes every mail of its template, with links that work, to the outbox.
 */
export const mailsOf: Record<string, () => Promise<void>> = {
  'identity/accounts/account-notice.email.tsx': async () => {
    const { id: userId } = await makeUser(db());
    const kind: AccountNoticeKind = 'new-device';
    await transaction((tx) => queueAccountNotice(tx, { userId, kind }));
  },
  'identity/security-log/administrator-notice.email.tsx': async () => {
    await makeUser(db(), { role: 'ADMIN' });
    const { id: about } = await makeUser(db());
    await transaction((tx) => queueAdministratorNotice(tx, { about, by: null, kind: 'suspended' }));
  },
  'telemetry/error-tracking/error-report.email.tsx': async () => {
    await makeUser(db(), { role: 'DEV' });
    await db().insert(schema.errorGroups).values({ id: newId(), kind: 'browser', message: 'x' });
    await reportOpenErrors();
  },
  'forum/following/forum-notice.email.tsx': forumMails,
  'operations/alerts/alert.email.tsx': healthAlerts,
  'membership/application.email.tsx': applicationMails,
  'forum/moderation/moderation-notice.email.tsx': moderationMails,
  'newsletters/composing/newsletter.email.tsx': newsletter,
  'events/registrations/registration.email.tsx': registrationMails,
  'identity/settings/email-change.email.tsx': async () => {
    const person = await makeUser(db(), { password: goodPassword });
    const email = `moved-${newId()}@court.example`;
    await requestEmailChange(actorOf(person), { email, currentPassword: goodPassword });
  },
  'compliance/data-rights/account-deleted.email.tsx': leave,
  'membership/departure.email.tsx': leave,
  'decisions/proposals/proposal.email.tsx': async () => {
    const { id: proposedBy } = await makeUser(db());
    const told = { proposedBy, name: 'C-300/21' };
    await transaction(async (tx) => {
      await mailOutcome(tx, { ...told, outcome: 'published' }, { path: '/decisions' });
      const declined = { path: '/decisions/propose', reason: 'It is here already.' };
      await mailOutcome(tx, { ...told, outcome: 'declined' }, declined);
    });
  },
  'decisions/following/follow-digest.email.tsx': async () => {
    await loadCourts();
    const member = actorOf(await makeUser(db()));
    await follow(member, { filter: 'topic=damages' });
    for (const { id } of (await listFollows(member)).follows)
      await setRhythm(member, { id, rhythm: 'daily' });
    await publishDecision({ topics: ['damages'] });
    await sendFollowDigests('daily');
  },
  'identity/sign-up/address-in-use.email.tsx': async () => {
    const { email } = await makeUser(db(), { password: goodPassword });
    await sendSignUpMail.run({ email });
  },
  'identity/sign-up/confirm-email.email.tsx': async () => {
    const { email, id: userId } = await makeUser(db(), { password: goodPassword });
    await sendSignUpMail.run({ email, userId });
  },
  'identity/sign-up/invitation.email.tsx': async () => {
    const { id } = await makeUser(db());
    await transaction((tx) => inviteUser(tx, id));
  },
  'identity/passwords/reset-password.email.tsx': async () => {
    const { email } = await makeUser(db(), { password: goodPassword });
    await sendResetLink.run({ email });
  },
  'identity/subscriptions/subscription.email.tsx': async () => {
    const email = `reader-${newId()}@court.example`;
    const wanted = { email, list: ['newsletter'] as const, language: 'en' as const };
    await requestSubscription(anonymous, wanted, '192.0.2.1');
    await confirmSubscription(anonymous, await tokenInLastMail('confirm-subscription'));
    await requestSubscription(anonymous, wanted, '192.0.2.1');
    const other = { ...wanted, email: `other-${email}` };
    await requestSubscription(anonymous, other, '192.0.2.1');
  },
};

async function applicationMails(): Promise<void> {
  const id = newId();
  const statusHash = hashOfLink(statusTokenOf(id));
  const application = await makeApplication(db(), { id, statusHash });
  const token = newConfirmToken();
  const unconfirmed = await makeApplication(db(), {
    status: 'submitted-unconfirmed',
    confirmHash: hashOfLink(token),
  });
  const templates: ApplicationTemplate[] = [
    'answered',
    'approved',
    'expired',
    'known',
    'new-application',
    'question',
    'received',
    'rejected',
    'reminder',
    'second-approval',
    'under-review',
    'waiting',
    'welcome',
    'withdrawn',
  ];
  await transaction(async (tx) => {
    for (const template of templates) {
      const address = template === 'welcome' ? `${origin}/login` : undefined;
      await sendApplicationMail(tx, application, { template, ...(address ? { address } : {}) });
    }
    const address = confirmAddressOf(token);
    await sendApplicationMail(tx, unconfirmed, { template: 'confirm', address });
  });
}

async function registrationMails(): Promise<void> {
  const event = await makeEvent(db(), { registration: 'internal' });
  const [id, guest] = [newId(), newId()];
  const registration = await makeRegistration(db(), {
    id,
    eventId: event.id,
    guestName: 'Alba Beispiel',
    guestEmail: 'alba@court.example',
    linkHash: hashOfLink(registrationTokenOf(id)),
  });
  const invitation = first(
    await db()
      .insert(schema.eventInvitations)
      .values({
        id: guest,
        eventId: event.id,
        name: 'Bea Beispiel',
        email: 'bea@court.example',
        linkHash: hashOfLink(invitationTokenOf(guest)),
      })
      .returning(),
  );
  const templates: RegistrationTemplate[] = [
    'cancelled',
    'changed',
    'confirmed',
    'declined',
    'event-cancelled',
    'moved',
    'moved-up',
    'pending',
    'reminder',
    'waitlisted',
  ];
  await transaction(async (tx) => {
    for (const template of templates) {
      await sendRegistrationMail(tx, event, { registration, template });
    }
    await sendInvitation(tx, event, invitation);
  });
}

async function moderationMails(): Promise<void> {
  const dispute = await makeDispute();
  const review = await flagged(dispute);
  const paths: Record<ModerationNotice, string> = {
    'new-flag': `/flagged-comment/${review}`,
    'flag-reminder': `/flagged-comment/${review}`,
    revised: `/flagged-comment/${review}`,
    'revision-reminder': `/forum/decision/${review}`,
    'suspension-proposed': `/flagged-comment/${review}`,
    statement: `/forum/decision/${review}`,
    outcome: '/forum/flags',
    appeal: `/flagged-comment/${review}`,
  };
  // Decided, and its author suspended: the statement is then read by a link.
  await decide(dispute.second, review, { measure: 'hide' });
  await db()
    .update(schema.users)
    .set({ suspendedAt: new Date() })
    .where(eq(schema.users.id, dispute.author.id));
  await transaction(async (tx) => {
    for (const notice of Object.keys(paths)) {
      const known = notices.find((one) => one === notice);
      if (known) await mailNotice(tx, [dispute.reporter], { notice: known, path: paths[known] });
    }
    await mailStatement(tx, { id: review, authorId: dispute.author.id });
  });
}

const notices: ModerationNotice[] = [
  'new-flag',
  'flag-reminder',
  'revised',
  'revision-reminder',
  'suspension-proposed',
  'statement',
  'outcome',
  'appeal',
];

async function forumMails(): Promise<void> {
  const { topicId, commentId, author, reader, reporter } = await makeDispute();
  const follow = { intent: 'follow' as const, kind: 'topic' as const, target: topicId };
  await saveFollow(reader, { ...follow, level: 'at-once' });
  await saveFollow(reporter, { ...follow, level: 'daily' });
  await notifyOf(await reply(author, topicId, 'Something new.'));
  const { firstName, lastName } = reporter;
  await notifyOf(await reply(author, topicId, `Dear @${firstName} ${lastName}!`));
  // The author of what is answered follows the topic, and reads it first.
  await notifyOf(await reply(reader, topicId, 'An answer.', { replyTo: commentId }));
  await sendDigests('daily', new Date(Date.now() + 24 * 3_600_000));
}

async function newsletter(): Promise<void> {
  const id = newSubscriptionId();
  const email = `letter-${newId()}@court.example`;
  await db()
    .insert(schema.subscriptions)
    .values({ id, email, lists: ['newsletter'], consentVersion: '1', status: 'active' });
  const news = await makeNewsItem(db());
  const event = await makeEvent(db());
  const printed = { title: 'An item', summary: 'What it is about.', when: '20 November 2026' };
  const mail = newsletterEmail({
    translate: translateIn('en'),
    site: 'Judges',
    origin,
    postalAddress: '1 Example Street',
    subject: 'Autumn letter',
    language: 'en',
    body: paragraphs('Dear colleagues'),
    items: [
      { kind: 'news', slug: news.slug, ...printed },
      { kind: 'event', slug: event.slug, ...printed },
    ],
    unsubscribe: unsubscribeAddressOf(id),
  });
  const headers = listHeaders(id, 'newsletter');
  const letter = { template: 'newsletter', recipient: email, subject: 'Autumn letter', body: mail };
  await transaction((tx) => queueMail(tx, { ...letter, headers }));
  if (!(await render(mail)).includes(id)) throw new Error('no way to unsubscribe');
}
