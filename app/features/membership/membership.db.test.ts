import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makePage, makeUser } from '~/db/factories.server';
import { parseForm } from '~/lib/forms/form';
import { actorOf } from '../../../tests/support/people/actors';
import {
  applicationNow,
  atOnce,
  auditActions,
  filledForm,
} from '../../../tests/support/people/applications';
import { queriesOf } from '../../../tests/support/database/database-queries';
import { outboxMails, tokenInLastMail } from '../../../tests/support/mail/outbox';
import {
  applicationLists,
  applicationSchema,
} from '~/features/membership/applying/application-schemas';
import {
  answerQuestion,
  getApplicationByLink,
  withdrawApplication,
} from './status/application-status.server';
import {
  confirmApplication,
  findConfirmation,
  findOwnMembership,
  submitApplication,
} from './membership.server';

const { mails, membershipApplications: applications } = schema;

beforeAll(async () => {
  for (const slug of ['end-user-agreement', 'privacy-policy']) {
    await makePage(db(), { slug, effectiveOn: '2026-01-01' });
  }
});

beforeEach(async () => {
  await db().delete(applications);
  await db().delete(mails);
  await db().delete(schema.throttles);
});

function read(changes: Record<string, string | string[]> = {}) {
  const form = parseForm(applicationSchema, filledForm(changes), applicationLists);
  if (!form.ok) throw new Error(JSON.stringify(form.fieldErrors));
  return form.data;
}

const submit = (changes: Record<string, string | string[]> = {}, address = '192.0.2.1') =>
  submitApplication(anonymous, read(changes), address);

async function submitAndConfirm(changes: Record<string, string | string[]> = {}) {
  await submit(changes);
  const path = await confirmApplication(anonymous, await tokenInLastMail('application-confirm'));
  const [application] = await db()
    .select()
    .from(applications)
    .where(eq(applications.status, 'submitted'));
  return { token: path.split('/').at(-1) ?? '', id: application?.id ?? '' };
}

describe('an application', () => {
  test('waits for the confirmation of the address, which only a press gives', async () => {
    await submit({ newsletterConsent: 'on' });
    const [application] = await db().select().from(applications);
    expect(application).toMatchObject({
      status: 'submitted-unconfirmed',
      confirmedAt: null,
      consents: { endUserAgreement: '2026-01-01 v1', newsletter: '2026-11-24' },
    });
    expect(application?.consents).not.toHaveProperty('directory');
    const token = await tokenInLastMail('application-confirm');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(application)).not.toContain(token);
    for (let look = 0; look < 5; look += 1) {
      expect(await findConfirmation(anonymous, token)).toBe('usable');
    }
    const id = application?.id ?? '';
    expect((await applicationNow(id)).status).toBe('submitted-unconfirmed');

    const path = await confirmApplication(anonymous, token);
    expect((await applicationNow(id)).status).toBe('submitted');
    expect(await findConfirmation(anonymous, token)).toBe('over');
    expect(path).toMatch(/^\/membership\/status\/[0-9a-f]{64}$/);
    const [received] = await outboxMails('application-received');
    expect(received).toMatchObject({ recipient: 'ottilie@court.example' });
    expect(received?.text).toContain(path);
    expect(await outboxMails('application-new-application')).toHaveLength(1);
    expect(await auditActions(id)).toEqual(['application.submit', 'application.confirm']);
  });

  test('mails of it name neither the person nor membership in the subject', async () => {
    await submitAndConfirm();
    for (const mail of await outboxMails()) {
      expect(mail.subject).not.toMatch(/Ottilie|Brandwaldner|member|application|judge /i);
      expect(mail.html).not.toMatch(/<img|src=/);
    }
  });

  test('sent twenty times at once is one', async () => {
    const input = read();
    const ends = await atOnce(20, () => submitApplication(anonymous, input, '192.0.2.9'));
    expect(new Set(ends)).toEqual(new Set(['done']));
    expect(await db().$count(applications)).toBe(1);
    expect(await outboxMails('application-confirm')).toHaveLength(1);
  });

  test('is confirmed once by twenty presses at once', async () => {
    await submit();
    const token = await tokenInLastMail('application-confirm');
    const ends = await atOnce(20, () => confirmApplication(anonymous, token));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(new Set(ends)).toEqual(new Set(['done', 'error.auth/expired-action-code']));
    expect(await outboxMails('application-received')).toHaveLength(1);
  });

  test('of several for one address only one is confirmed, at whatever moment', async () => {
    const tokens: string[] = [];
    for (const city of ['Nordtal', 'Südtal', 'Osttal']) {
      await submit({ courtCity: city });
      tokens.push(await tokenInLastMail('application-confirm'));
    }
    const ends = await atOnce(3, (n) => confirmApplication(anonymous, tokens[n] ?? ''));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(new Set(ends)).toEqual(new Set(['done', 'error.auth/expired-action-code']));
    expect(await db().$count(applications, eq(applications.status, 'submitted'))).toBe(1);
    const links = await Promise.all(tokens.map((token) => findConfirmation(anonymous, token)));
    expect(links.toSorted()).toEqual(['known', 'known', 'over']);
  });

  test('is refused from an address that sends too many', async () => {
    for (let n = 0; n < 20; n += 1) {
      await submit({ email: `judge-${n}@court.example` }, '192.0.2.77');
    }
    await expect(submit({ email: 'one-more@court.example' }, '192.0.2.77')).rejects.toThrow(
      'error.auth/too-many-requests',
    );
    await submit({ email: 'one-more@court.example' }, '192.0.2.78');
  });

  test('does not flood a mailbox', async () => {
    for (let n = 0; n < 5; n += 1) await submit({ courtCity: `City ${n}` }, `192.0.2.${n}`);
    // What is not kept is not acknowledged.
    const stored = await db().$count(applications);
    await expect(submit({ courtCity: 'City 6' }, '192.0.2.6')).rejects.toThrow(
      'error.auth/too-many-requests',
    );
    expect(await db().$count(applications)).toBe(stored);
    expect(await outboxMails('application-confirm')).toHaveLength(5);
  });
});

describe('an address that is known', () => {
  test('of an open application: the same answer, a mail without a new confirmation', async () => {
    const { id } = await submitAndConfirm();
    await submit({ courtCity: 'Elsewhere' });
    const [mail] = await outboxMails('application-known');
    expect(mail?.recipient).toBe('ottilie@court.example');
    expect(mail?.text).toContain('/membership/status/');
    expect(await outboxMails('application-confirm')).toHaveLength(1);
    expect((await applicationNow(id)).courtCity).toBe('Nordtal');
    expect(await db().$count(applications), 'nothing new is noted').toBe(1);
  });

  test('sent twenty times at once is told of once, and like an unknown one too often', async () => {
    await makeUser(db(), { email: 'told@court.example' });
    const input = read({ email: 'told@court.example' });
    const ends = await atOnce(20, () => submitApplication(anonymous, input, '192.0.2.9'));
    expect(new Set(ends)).toEqual(new Set(['done']));
    expect(await outboxMails('application-known')).toHaveLength(1);
    const other = (n: number) =>
      submit({ email: 'told@court.example', courtCity: `City ${n}` }, `192.0.2.${n}`);
    for (let n = 1; n < 5; n += 1) await other(n);
    await expect(other(6)).rejects.toThrow('error.auth/too-many-requests');
    await submitApplication(anonymous, input, '198.51.100.1');
    expect(await outboxMails('application-known')).toHaveLength(5);
    expect(await db().$count(applications)).toBe(0);
  });

  test('of an account: the same answer, a mail that leads to the sign-in', async () => {
    await makeUser(db(), { email: 'known@court.example' });
    await submit({ email: 'known@court.example' });
    const [mail] = await outboxMails('application-known');
    expect(mail?.text).toContain('/login');
    expect(await outboxMails('application-confirm')).toHaveLength(0);
    expect(await db().$count(applications), 'nothing new is noted').toBe(0);
  });

  test('only of an account that nobody has confirmed: the application is kept', async () => {
    await makeUser(db(), { email: 'ottilie@court.example', emailVerified: false });
    const { id } = await submitAndConfirm();
    expect((await applicationNow(id)).status).toBe('submitted');
    await submit({ courtCity: 'Elsewhere' });
    const [mail] = await outboxMails('application-known');
    expect(mail?.text).toContain('/membership/status/');
  });

  test('takes as many round trips to the database as an unknown one', async () => {
    await makeUser(db(), { email: 'member@court.example' });
    const countOf = async (email: string) => {
      await db().delete(schema.throttles);
      const input = read({ email, courtCity: email });
      return (await queriesOf(() => submitApplication(anonymous, input, '192.0.2.5'))).length;
    };
    // The first prepares what is prepared once.
    await countOf('first@court.example');
    const unknown = await countOf('new@court.example');
    expect(await countOf('member@court.example')).toBe(unknown);
    await submitAndConfirm();
    expect(await countOf('ottilie@court.example')).toBe(unknown);
  });
});

describe('the private page', () => {
  test('shows what was told, and neither notes nor administrators', async () => {
    const { token } = await submitAndConfirm();
    const { application } = await getApplicationByLink(anonymous, token);
    expect(application).toMatchObject({ lastName: 'Brandwaldner', status: 'submitted' });
    for (const secret of ['assignedTo', 'verifiedBy', 'decidedBy', 'statusHash', 'id']) {
      expect(application).not.toHaveProperty(secret);
    }
  });

  test('is nobody’s without the link', async () => {
    const { id } = await submitAndConfirm();
    const { statusHash } = await applicationNow(id);
    for (const guess of [id, statusHash, '', 'x'.repeat(64)]) {
      await expect(getApplicationByLink(anonymous, guess)).rejects.toThrow('error.not-found');
      await expect(withdrawApplication(anonymous, guess)).rejects.toThrow('error.not-found');
      await expect(answerQuestion(anonymous, guess, 'An answer.')).rejects.toThrow(
        'error.not-found',
      );
    }
  });

  test('withdraws once, and not what is decided', async () => {
    const { token, id } = await submitAndConfirm();
    const ends = await atOnce(20, () => withdrawApplication(anonymous, token));
    // Pressed again, it is withdrawn all the same.
    expect(new Set(ends)).toEqual(new Set(['done']));
    const { status, retentionUntil } = await applicationNow(id);
    expect(status).toBe('withdrawn');
    const months = ((retentionUntil?.getTime() ?? 0) - Date.now()) / (30.4 * 24 * 3_600_000);
    expect(months).toBeCloseTo(6, 0);
    expect(await outboxMails('application-withdrawn')).toHaveLength(1);
    await expect(answerQuestion(anonymous, token, 'Too late.')).rejects.toThrow(
      'error.changed-meanwhile',
    );
  });

  test('members see their own membership, others none', async () => {
    const { id } = await submitAndConfirm();
    const member = actorOf(await makeUser(db()));
    const other = actorOf(await makeUser(db()));
    await db().update(applications).set({ userId: member.id }).where(eq(applications.id, id));
    expect(await findOwnMembership(member)).toMatchObject({ lastName: 'Brandwaldner' });
    expect(await findOwnMembership(other)).toBeNull();
    await expect(findOwnMembership(anonymous)).rejects.toThrow('error.not-found');
    await expect(submitApplication(member, read(), '192.0.2.1')).rejects.toThrow('error.not-found');
  });
});
