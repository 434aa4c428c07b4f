import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, type SignedInActor } from '~/policy/actor';
import { db } from '~/db/db.server';
import { makeApplication, makeUser } from '~/db/factories.server';
import { parseForm } from '~/lib/forms/form';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import {
  applicationNow,
  approve,
  auditActions,
  looked,
  onlyTwoAdministrators,
  verifiedApplication,
  words,
} from '../../../../tests/support/people/applications';
import { outboxMails } from '../../../../tests/support/mail/outbox';
import { statusTokenOf } from '~/features/membership/status/application-links.server';
import { getApplication, listApplications, queueFilterSchema } from './application-queue.server';
import { approveApplication, inviteAgain, rejectApplication } from './application-decision.server';
import {
  addApplicationNote,
  askForInformation,
  assignApplication,
  takeCharge,
  listAdministrators,
  previewApplicationMail,
  setFeeStatus,
  startReview,
  verifyJudicialStatus,
} from './application-review.server';
import { reviewSchema } from '~/features/membership/applying/application-schemas';
import { steps } from '~/features/membership/application-states';
import {
  answerQuestion,
  withdrawApplication,
} from '~/features/membership/status/application-status.server';
import { countApplicationsFor } from '~/features/membership/membership.server';

let ada: SignedInActor;
let devi: SignedInActor;

beforeEach(async () => {
  ({ ada, devi } = await onlyTwoAdministrators());
});

const verified = (changes: Parameters<typeof verifiedApplication>[1] = {}) =>
  verifiedApplication(ada, changes);

describe('the review', () => {
  test('goes through questions and answers to a refusal with its reason', async () => {
    const id = await verified({ status: 'submitted', verifiedAt: null, verifiedBy: null });
    await startReview(ada, await looked(id));
    expect((await applicationNow(id)).assignedTo).toBe(ada.id);
    await addApplicationNote(ada, id, 'Called the court.');
    await verifyJudicialStatus(ada, await looked(id), 'Register of judges');
    await assignApplication(ada, await looked(id), devi.id);
    await askForInformation(devi, await looked(id), 'Since when are you in office?');
    await answerQuestion(anonymous, statusTokenOf(id), 'Since 2014.');
    await rejectApplication(devi, await looked(id), {
      text: 'We are sorry.\n\nReasons: none.',
      reason: 'Not a judge.',
      reference: null,
    });
    const found = await getApplication(ada, id);
    expect(found.notes).toMatchObject([
      { text: 'Called the court.', author: 'Ada Beispiel', isOwn: true },
    ]);
    expect((await getApplication(devi, id)).notes).toMatchObject([{ isOwn: false }]);
    expect(found.messages.map(({ kind }) => kind)).toEqual(['question', 'answer', 'decision']);
    expect(found.application).toMatchObject({
      status: 'rejected',
      decisionReason: 'Not a judge.',
      verifiedBy: ada.id,
      verificationMethod: 'Register of judges',
    });
    expect(found.application.retentionUntil).not.toBeNull();
    expect(found.history.map(({ action }) => action).toReversed()).toEqual([
      'application.start-review',
      'application.note',
      'application.verify',
      'application.assign',
      'application.ask',
      'application.answer',
      'application.reject',
    ]);
    const [mail] = await outboxMails('application-rejected');
    expect(mail?.text).toContain('We are sorry.');
    expect(mail?.text).not.toContain('Not a judge.');
  });

  test('refuses what was decided on an older state', async () => {
    const id = await verified();
    const old = await looked(id);
    await verifyJudicialStatus(devi, old, 'Asked the president of the court');
    const late: [string, () => Promise<unknown>][] = [
      ['approve', () => approveApplication(ada, old, words)],
      ['ask', () => askForInformation(ada, old, 'Since when are you in office?')],
      ['reject', () => rejectApplication(ada, old, { ...words, reason: 'No judge at all.' })],
      ['verify', () => verifyJudicialStatus(ada, old, 'Register')],
      ['assign', () => assignApplication(ada, old, ada.id)],
      ['fee', () => setFeeStatus(ada, old, 'paid')],
    ];
    for (const [name, attempt] of late) {
      await expect(attempt(), name).rejects.toThrow('error.changed-meanwhile');
    }
  });

  test('is given to administrators only', async () => {
    const id = await verified();
    const member = await makeUser(db());
    await expect(assignApplication(ada, await looked(id), member.id)).rejects.toThrow(
      'error.invalid-input',
    );
    expect((await listAdministrators(ada)).map(({ id }) => id).toSorted()).toEqual(
      [ada.id, devi.id].toSorted(),
    );
  });

  test('finds what may be the same person', async () => {
    const id = await verified({ email: 'alba@court.example' });
    const twin = await verified({ status: 'rejected', firstName: 'ALBA' });
    await makeUser(db(), { firstName: 'Alba', lastName: 'Beispiel' });
    await verified({ firstName: 'Someone', lastName: 'Else' });
    await makeApplication(db(), { status: 'submitted-unconfirmed' });
    const { duplicates } = await getApplication(ada, id);
    expect(duplicates.filter(({ kind }) => kind === 'application').map((one) => one.id)).toEqual([
      twin,
    ]);
    // The two administrators of this test are called Beispiel too, but by other first names.
    expect(duplicates.filter(({ kind }) => kind === 'account')).toHaveLength(1);
  });

  test('shows a mail as it will read', async () => {
    const mail = await previewApplicationMail(ada, { template: 'rejected', text: '<b>Sorry</b>' });
    expect(mail.text).toContain('<b>Sorry</b>');
    expect(mail.text).not.toMatch(/status\/[0-9a-f]{64}/);
  });

  test('finds applications by words, state and person in charge', async () => {
    const mine = await verified({ lastName: 'Ängsholm', assignedTo: ada.id });
    await verified({ status: 'rejected', courtName: 'Court of 100% Justice' });
    await makeApplication(db(), { status: 'submitted-unconfirmed' });
    const found = async (filter: Record<string, string>) =>
      (await listApplications(ada, queueFilterSchema.parse(filter))).rows.map(({ id }) => id);
    expect(await found({})).toEqual([mine]);
    expect(await found({ state: 'mine' })).toEqual([mine]);
    expect(await found({ state: 'all' })).toHaveLength(2);
    expect(await found({ state: 'all', search: 'ängs alba' })).toEqual([mine]);
    expect(await found({ state: 'all', search: '100%' })).toHaveLength(1);
    expect(await found({ state: 'all', search: '%' })).toHaveLength(1);
    expect(await found({ state: 'nonsense', page: 'x' })).toEqual([mine]);
  });
});

test('several are taken on at once; one that was changed meanwhile stays as it is', async () => {
  const [one, other] = [await verified(), await verified()];
  const seen = [await looked(one), await looked(other)];
  await assignApplication(ada, await looked(other), null);
  expect(await takeCharge(ada, seen)).toBe(false);
  const inCharge = async (id: string) => (await getApplication(ada, id)).application.assignedTo;
  expect([await inCharge(one), await inCharge(other)]).toEqual([ada.id, null]);
  expect(await takeCharge(ada, [await looked(other)])).toBe(true);
  expect(await inCharge(other)).toBe(ada.id);
});

describe('who may', () => {
  test('nobody but administrators, whatever the id', async () => {
    const id = await verified();
    const now = await looked(id);
    const deeds: [string, (actor: SignedInActor | typeof anonymous) => Promise<unknown>][] = [
      ['list', async (actor) => listApplications(actor, queueFilterSchema.parse({}))],
      ['get', async (actor) => getApplication(actor, id)],
      ['administrators', async (actor) => listAdministrators(actor)],
      ['count', async (actor) => countApplicationsFor(actor)],
      ['start', async (actor) => startReview(actor, now)],
      ['assign', async (actor) => assignApplication(actor, now, null)],
      ['take', async (actor) => takeCharge(actor, [now])],
      ['note', async (actor) => addApplicationNote(actor, id, 'A note.')],
      ['verify', async (actor) => verifyJudicialStatus(actor, now, 'Register')],
      ['ask', async (actor) => askForInformation(actor, now, 'Since when?')],
      ['approve', async (actor) => approveApplication(actor, now, words)],
      ['reject', async (actor) => rejectApplication(actor, now, { ...words, reason: 'None.' })],
      ['invite', async (actor) => inviteAgain(actor, now)],
      ['fee', async (actor) => setFeeStatus(actor, now, 'paid')],
      [
        'preview',
        async (actor) => previewApplicationMail(actor, { template: 'question', text: 'Who?' }),
      ],
    ];
    const member = actorOf(await makeUser(db()));
    for (const [name, deed] of deeds) {
      for (const actor of [anonymous, member]) {
        await expect(deed(actor), name).rejects.toThrow('error.not-found');
      }
    }
    expect((await applicationNow(id)).version).toBe(now.version);
  });

  test('not even administrators before confirmation or after anonymisation', async () => {
    const unconfirmed = await makeApplication(db(), { status: 'submitted-unconfirmed' });
    await expect(getApplication(ada, unconfirmed.id)).rejects.toThrow('error.not-found');
    const { version } = unconfirmed;
    await expect(startReview(ada, { id: unconfirmed.id, version })).rejects.toThrow(
      'error.not-found',
    );
    const past = await verified({ status: 'rejected', anonymisedAt: new Date() });
    await expect(addApplicationNote(ada, past, 'A note.')).rejects.toThrow('error.not-found');
    const unknown = actorWithRole('ADMIN').id ?? '';
    await expect(getApplication(ada, unknown)).rejects.toThrow('error.not-found');
  });

  test('no form takes more than its fields', () => {
    const complete: Record<string, Record<string, string>> = {
      'start-review': { version: '1' },
      assign: { version: '1', assignedTo: '' },
      note: { text: 'A note.' },
      verify: { version: '1', method: 'Register' },
      ask: { version: '1', text: 'Since when are you in office?' },
      approve: { version: '1', text: 'We are glad to welcome you.' },
      reject: { version: '1', text: 'We are sorry indeed.', reason: 'Not a judge at all.' },
      invite: { version: '1' },
      fee: { version: '1', feeStatus: 'paid' },
      preview: { template: 'question', text: 'Since when are you in office?' },
    };
    const extra = ['id', 'role', 'status', 'emailVerified', 'createdAt', 'memberNumber', 'userId'];
    for (const [intent, fields] of Object.entries(complete)) {
      const form = (more: Record<string, string>) => {
        const sent = new FormData();
        for (const [name, value] of Object.entries({ intent, ...fields, ...more })) {
          sent.set(name, value);
        }
        return parseForm(reviewSchema, sent).ok;
      };
      expect(form({}), intent).toBe(true);
      for (const name of extra) expect(form({ [name]: 'x' }), `${intent} ${name}`).toBe(false);
    }
  });
});

/** What anybody can try at any moment; most of it is refused most of the time. */
const attempts: Record<string, (id: string) => Promise<unknown>> = {
  'ada starts': async (id) => startReview(ada, await looked(id)),
  'ada verifies': async (id) => verifyJudicialStatus(ada, await looked(id), 'Register'),
  'ada approves': async (id) => approve(id, ada),
  'devi approves': async (id) => approve(id, devi),
  'devi asks': async (id) => askForInformation(devi, await looked(id), 'Since when, please?'),
  'applicant answers': async (id) => answerQuestion(anonymous, statusTokenOf(id), 'Since 2014.'),
  'applicant withdraws': async (id) => withdrawApplication(anonymous, statusTokenOf(id)),
  'devi rejects': async (id) =>
    rejectApplication(devi, await looked(id), { ...words, reason: 'Not a judge at all.' }),
  'ada invites': async (id) => inviteAgain(ada, await looked(id)),
};

test('on the way, every step has its audit entry and its mails, and every refusal has none', async () => {
  const mailsOf = Object.fromEntries(Object.values(steps).map((step) => [step.audit, step.mails]));
  const happened = new Set<string>();
  // One path to the end and one to a refusal, so that each kind of step is seen.
  const approval = ['ada starts', 'ada approves', 'devi approves', 'ada invites'];
  const asked = ['ada starts', 'devi asks', 'applicant answers', 'devi rejects'];
  const names = fc.constantFrom(...Object.keys(attempts));
  await fc.assert(
    fc.asyncProperty(fc.array(names, { minLength: 4, maxLength: 14 }), async (path) => {
      const id = await verified({ status: 'submitted' });
      for (const name of path) {
        const before = { audit: await auditActions(id), mails: await outboxMails() };
        const { status } = await applicationNow(id);
        const done = await attempts[name]?.(id).then(
          () => true,
          () => false,
        );
        const audit = (await auditActions(id)).slice(before.audit.length);
        const sent = (await outboxMails()).length - before.mails.length;
        if (!done) expect({ audit, sent }, name).toEqual({ audit: [], sent: 0 });
        for (const action of audit) happened.add(action);
        const due = audit.flatMap((action) => mailsOf[action] ?? []);
        expect(sent, name).toBe(due.length);
        if ((await applicationNow(id)).status !== status) expect(due.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 15, examples: [[approval], [asked], [['ada starts', 'applicant withdraws']]] },
  );
  for (const step of ['start-review', 'ask', 'answer', 'approve-first', 'approve', 'invite'])
    expect(happened, step).toContain(`application.${step}`);
  expect(happened).toContain('application.reject');
  expect(happened).toContain('application.withdraw');
});
