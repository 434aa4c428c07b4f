import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { anonymous } from '~/policy/actor';
import { db, schema } from '~/db/db.server';
import { makeApplication } from '~/db/factories.server';
import { applicationNow, auditActions } from '../../../tests/support/people/applications';
import { outboxMails } from '../../../tests/support/mail/outbox';
import { hashOfLink, statusTokenOf } from './status/application-links.server';
import { getApplicationByLink } from './status/application-status.server';
import { maintainApplications } from './application-maintenance.server';

const { applicationMessages, applicationNotes, membershipApplications: applications } = schema;

const day = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * day);

beforeEach(async () => {
  await db().delete(applications);
  await db().delete(schema.mails);
});

const count = (id: string) => db().$count(applications, eq(applications.id, id));

test('unconfirmed applications are deleted after 7 days, confirmed ones are not', async () => {
  const unconfirmed = await makeApplication(db(), { status: 'submitted-unconfirmed' });
  const confirmed = await makeApplication(db());
  await maintainApplications(inDays(6.9));
  expect(await count(unconfirmed.id)).toBe(1);
  await maintainApplications(inDays(7.1));
  await maintainApplications(inDays(7.2));
  expect(await count(unconfirmed.id)).toBe(0);
  expect(await count(confirmed.id)).toBe(1);
  expect(await auditActions(unconfirmed.id)).toEqual(['application.purge']);
});

test('refused and withdrawn ones are anonymous after 6 months', async () => {
  for (const status of ['rejected', 'withdrawn', 'expired'] as const) {
    const { id } = await makeApplication(db(), {
      status,
      title: 'Dr',
      phone: '+43 1 2345',
      referee: 'Canary Referee',
      message: 'Canary message',
      decisionReason: 'Canary reason',
      retentionUntil: inDays(183),
    });
    await db()
      .update(applications)
      .set({ statusHash: hashOfLink(statusTokenOf(id)) })
      .where(eq(applications.id, id));
    await db().insert(applicationNotes).values({ applicationId: id, text: 'Canary note' });
    await db()
      .insert(applicationMessages)
      .values({ applicationId: id, kind: 'question', text: 'Canary question' });
    await maintainApplications(inDays(182));
    expect((await applicationNow(id)).lastName).toBe('Beispiel');
    await maintainApplications(inDays(184));
    await maintainApplications(inDays(185));
    const left = await applicationNow(id);
    expect(JSON.stringify(left)).not.toMatch(/Canary|Beispiel|Alba|court\.example|\+43|Judge/);
    expect(left).toMatchObject({ status, country: 'AT', memberCategory: 'full-practising' });
    expect(await db().$count(applicationNotes, eq(applicationNotes.applicationId, id))).toBe(0);
    expect(await db().$count(applicationMessages, eq(applicationMessages.applicationId, id))).toBe(
      0,
    );
    expect(await auditActions(id)).toEqual(['application.anonymise']);
    await expect(getApplicationByLink(anonymous, statusTokenOf(id))).rejects.toThrow(
      'error.not-found',
    );
  }
});

test('a question is recalled once after two weeks and ends the application after 60 days', async () => {
  const { id } = await makeApplication(db(), { status: 'information-requested' });
  await maintainApplications(inDays(13));
  expect(await outboxMails('application-reminder')).toHaveLength(0);
  for (const days of [15, 16, 40]) await maintainApplications(inDays(days));
  expect(await outboxMails('application-reminder')).toHaveLength(1);
  await maintainApplications(inDays(61));
  await maintainApplications(inDays(62));
  expect(await applicationNow(id)).toMatchObject({ status: 'expired' });
  expect((await applicationNow(id)).retentionUntil).not.toBeNull();
  expect(await outboxMails('application-expired')).toHaveLength(1);
  expect(await auditActions(id)).toEqual(['application.remind', 'application.expire']);
});

test('the secretariat is reminded once a week of what waits', async () => {
  await makeApplication(db());
  for (const days of [6, 8, 9, 14]) await maintainApplications(inDays(days));
  expect(await outboxMails('application-waiting')).toHaveLength(1);
  await maintainApplications(inDays(16));
  expect(await outboxMails('application-waiting')).toHaveLength(2);
});
