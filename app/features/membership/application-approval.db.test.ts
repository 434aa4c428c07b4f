import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { acceptInvitation, isInvitationUsable } from '~/features/identity/sign-in/sign-in.server';
import { actorOf } from '../../../tests/support/people/actors';
import {
  applicationNow,
  approve,
  atOnce,
  auditActions,
  looked,
  makeAdministrator,
  onlyTwoAdministrators,
  verifiedApplication,
  words,
} from '../../../tests/support/people/applications';
import { configure } from '../../../tests/support/database/configure';
import { outboxMails, tokenInLastMail } from '../../../tests/support/mail/outbox';
import { statusTokenOf } from './status/application-links.server';
import {
  approveApplication,
  inviteAgain,
} from '~/features/membership/review/application-decision.server';
import { getApplication } from '~/features/membership/review/application-queue.server';
import {
  askForInformation,
  assignApplication,
  listAdministrators,
} from '~/features/membership/review/application-review.server';
import { answerQuestion } from './status/application-status.server';
import { activateMembership, countApplicationsFor, findOwnMembership } from './membership.server';

const { mails, subscriptions, users } = schema;

let ada: SignedInActor;
let devi: SignedInActor;

beforeEach(async () => {
  ({ ada, devi } = await onlyTwoAdministrators());
});

const verified = (changes: Parameters<typeof verifiedApplication>[1] = {}) =>
  verifiedApplication(ada, changes);

describe('approval', () => {
  test('needs two different administrators', async () => {
    const id = await verified();
    await approve(id, ada);
    expect(await applicationNow(id)).toMatchObject({
      status: 'under-review',
      firstApprovedBy: ada.id,
    });
    expect(await outboxMails('application-second-approval')).toHaveLength(1);
    await expect(approve(id, ada)).rejects.toThrow('error.application.second-administrator');
    expect(await countApplicationsFor(ada)).toMatchObject({ waiting: 0 });
    expect(await countApplicationsFor(devi)).toMatchObject({ waiting: 1 });
    await approve(id, devi);
    const { status, userId, memberNumber, decidedBy } = await applicationNow(id);
    expect({ status, decidedBy }).toEqual({ status: 'invited', decidedBy: devi.id });
    expect(memberNumber).toBeGreaterThan(1000);
    const [user] = await db()
      .select()
      .from(users)
      .where(eq(users.id, userId ?? ''));
    expect(user).toMatchObject({ role: 'USER', firstName: 'Alba' });
    expect(await auditActions(id)).toEqual([
      'application.approve-first',
      'application.approve',
      'application.invite',
    ]);
    const [mail] = await outboxMails('application-approved');
    expect(mail?.text).toContain('We are glad to welcome you.');
    expect(await outboxMails('invitation')).toHaveLength(1);
  });

  test('needs one while there is only one administrator', async () => {
    await db().delete(users).where(eq(users.id, devi.id));
    const id = await verified();
    await approve(id, ada);
    expect((await applicationNow(id)).status).toBe('invited');
  });

  test('by the first administrator is enough after the second has left', async () => {
    const id = await verified();
    await approve(id, ada);
    expect(await getApplication(ada, id)).toMatchObject({ isFirstApprover: true });
    await db().delete(users).where(eq(users.id, devi.id));
    // The page offers what the rules allow.
    expect(await getApplication(ada, id)).toMatchObject({
      isFirstApprover: false,
      nextApproval: 'approve',
    });
    await approve(id, ada);
    expect((await applicationNow(id)).status).toBe('invited');
  });

  test('by an account that is suspended counts neither as one of two nor at all', async () => {
    await db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, devi.id));
    const id = await verified();
    await expect(approve(id, devi)).rejects.toThrow('error.not-found');
    expect(await listAdministrators(ada)).toMatchObject([{ id: ada.id }]);
    const assigning = assignApplication(ada, await looked(id), devi.id);
    await expect(assigning).rejects.toThrow('error.invalid-input');
    // The only one who can still decide is enough.
    await approve(id, ada);
    expect((await applicationNow(id)).status).toBe('invited');
    await makeAdministrator('Third');
    const other = await verified();
    await approve(other, ada);
    expect((await applicationNow(other)).status).toBe('under-review');
  });

  test.each([
    ['with', { newsletter: '2026-11' }, true],
    ['without', {}, false],
  ])('%s consent to the newsletter', async (_, consents, emailSubscriber) => {
    const id = await verified({ consents });
    await approve(id, ada, devi);
    const { userId } = await applicationNow(id);
    const [user] = await db()
      .select()
      .from(users)
      .where(eq(users.id, userId ?? ''));
    expect(user).toMatchObject({ emailSubscriber });
    const kept = await db()
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId ?? ''));
    const { createdAt } = await applicationNow(id);
    expect(kept).toMatchObject(
      emailSubscriber
        ? [
            {
              email: user?.email,
              status: 'active',
              lists: ['newsletter'],
              consentVersion: '2026-11',
              requestedAt: createdAt,
            },
          ]
        : [],
    );
    expect(kept).toHaveLength(emailSubscriber ? 1 : 0);
  });

  test('keeps the other lists of an address that had subscribed before', async () => {
    const id = await verified({ consents: { newsletter: '2026-11' } });
    const { email } = await applicationNow(id);
    await db()
      .insert(subscriptions)
      .values({
        id: 'f'.repeat(64),
        email: email ?? '',
        lists: ['events'],
        consentVersion: '2025-01',
        confirmedAt: new Date(),
        status: 'active',
      });
    await approve(id, ada, devi);
    const [kept] = await db()
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.email, email ?? ''));
    expect(kept?.lists.toSorted()).toEqual(['events', 'newsletter']);
    expect(kept).toMatchObject({ consentVersion: '2026-11', status: 'active' });
  });

  test('needs one while the rule is off', async () => {
    configure({ FLAGS: 'fourEyes=off' });
    const id = await verified();
    await approve(id, ada);
    expect((await applicationNow(id)).status).toBe('invited');
  });

  test('is refused before the judicial status is verified, where judges apply', async () => {
    const judge = await verified({ verifiedAt: null });
    await expect(approve(judge, ada)).rejects.toThrow('error.application.not-verified');
    const associate = await verified({ verifiedAt: null, memberCategory: 'associate' });
    await approve(associate, ada, devi);
    expect((await applicationNow(associate)).status).toBe('invited');
  });

  test('is void once more has been asked', async () => {
    const id = await verified();
    await approve(id, ada);
    await askForInformation(devi, await looked(id), 'Since when are you in office?');
    await answerQuestion(anonymous, statusTokenOf(id), 'Since 2014.');
    expect((await applicationNow(id)).firstApprovedBy).toBeNull();
    await approve(id, devi);
    expect((await applicationNow(id)).status).toBe('under-review');
    await approve(id, ada);
    expect((await applicationNow(id)).status).toBe('invited');
  });

  test('is given once by twenty presses of two people at once, each time', async () => {
    const id = await verified();
    const first = await looked(id);
    const firstEnds = await atOnce(20, (n) => approveApplication(n % 2 ? ada : devi, first, words));
    expect(firstEnds.filter((end) => end === 'done')).toHaveLength(1);
    expect(new Set(firstEnds)).toEqual(new Set(['done', 'error.changed-meanwhile']));
    const second = await looked(id);
    const secondEnds = await atOnce(20, (n) =>
      approveApplication(n % 2 ? ada : devi, second, words),
    );
    expect(secondEnds.filter((end) => end === 'done')).toHaveLength(1);
    expect(await db().$count(users)).toBe(3);
    expect(await outboxMails('invitation')).toHaveLength(1);
    expect(await auditActions(id)).toEqual([
      'application.approve-first',
      'application.approve',
      'application.invite',
    ]);
  });

  test('of an address whose account was suspended meanwhile changes nothing', async () => {
    const id = await verified({ email: 'taken@court.example' });
    await approve(id, ada);
    await makeUser(db(), { email: 'taken@court.example', suspendedAt: new Date() });
    await db().delete(mails);
    await expect(approve(id, devi)).rejects.toThrow('error.auth/email-already-in-use');
    expect((await applicationNow(id)).status).toBe('under-review');
    expect(await outboxMails()).toHaveLength(0);
  });

  test('by someone who has lost the role a moment ago is refused', async () => {
    const id = await verified();
    await db().update(users).set({ role: 'USER' }).where(eq(users.id, ada.id));
    await expect(approve(id, ada)).rejects.toThrow('error.not-found');
  });
});

describe('the invitation', () => {
  const password = 'slow herons over the estuary';
  const accept = (token: string, given = password) =>
    acceptInvitation(anonymous, { token, password: given }, activateMembership);

  async function invite() {
    const id = await verified();
    await approve(id, ada, devi);
    return { id, token: await tokenInLastMail('invitation') };
  }

  test('makes the membership active with the first password', async () => {
    const { id, token } = await invite();
    for (let look = 0; look < 5; look += 1) {
      expect(await isInvitationUsable(anonymous, token)).toBe(true);
    }
    expect(await accept(token, 'short')).toBe('too-short');
    expect((await applicationNow(id)).status).toBe('invited');
    expect(await accept(token)).toBeNull();
    const { status, userId } = await applicationNow(id);
    expect(status).toBe('active');
    expect(await outboxMails('application-welcome')).toHaveLength(1);
    const [user] = await db()
      .select()
      .from(users)
      .where(eq(users.id, userId ?? ''));
    if (!user) throw new Error('no user');
    expect(await findOwnMembership(actorOf(user))).toMatchObject({ status: 'active' });
    expect(await auditActions(user.id)).toContain('user.accept-invitation');
  });

  test('is used once by twenty presses at once', async () => {
    const { token } = await invite();
    const ends = await atOnce(20, () => accept(token));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(new Set(ends)).toEqual(new Set(['done', 'error.auth/expired-action-code']));
    expect(await outboxMails('application-welcome')).toHaveLength(1);
  });

  test('can be sent again, and then the earlier one is over', async () => {
    const { id, token } = await invite();
    await inviteAgain(ada, await looked(id));
    expect(await isInvitationUsable(anonymous, token)).toBe(false);
    expect(await isInvitationUsable(anonymous, await tokenInLastMail('invitation'))).toBe(true);
  });

  test('is over after 72 hours', async () => {
    const { token } = await invite();
    const before = new Date(Date.now() - 1000);
    await db().update(schema.oneTimeTokens).set({ expiresAt: before });
    expect(await isInvitationUsable(anonymous, token)).toBe(false);
    await expect(accept(token)).rejects.toThrow('error.auth/expired-action-code');
  });
});
