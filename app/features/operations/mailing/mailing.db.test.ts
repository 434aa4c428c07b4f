import { beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { executeRetention } from '~/features/compliance/data-rights/data-rights.server';
import { makeUser } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { actorOf, actorWithRole } from '../../../../tests/support/people/actors';
import { getOutboxMail, listOutbox } from './mailing.server';

const { mails } = schema;
const day = 24 * 3_600_000;
const dev = actorWithRole('DEV');

async function write(fields: { subject?: string; createdAt?: Date } = {}) {
  const [mail] = await db()
    .insert(mails)
    .values({
      template: 'reset-password',
      recipient: 'ada@court.example',
      subject: 'A new password',
      html: '<p>secret link</p>',
      text: 'secret link',
      ...fields,
    })
    .returning();
  if (!mail) throw new Error('no mail was written');
  return mail;
}

beforeEach(async () => {
  await db().delete(mails);
});

describe('the outbox', () => {
  test.each(['ADMIN', 'USER', 'UNAUTHENTICATED'] as const)('is not there for %s', async (role) => {
    const mail = await write();
    const actor = actorWithRole(role);
    await expect(listOutbox(actor)).rejects.toMatchObject({ code: 'error.not-found', status: 404 });
    await expect(getOutboxMail(actor, mail.id)).rejects.toMatchObject({ code: 'error.not-found' });
  });

  test('shows DEV the newest mails first, without their bodies', async () => {
    await write({ subject: 'Older', createdAt: new Date(Date.now() - 1000) });
    await write({ subject: 'Newer' });
    const { mails: list } = await listOutbox(dev);
    expect(list.map(({ subject }) => subject)).toEqual(['Newer', 'Older']);
    expect(JSON.stringify(list)).not.toContain('secret link');
  });

  test('shows DEV a mail whole', async () => {
    const mail = await write();
    expect(await getOutboxMail(dev, mail.id)).toEqual(mail);
    await expect(getOutboxMail(dev, newId())).rejects.toMatchObject({ code: 'error.not-found' });
  });

  test('notes who has read a mail, and nobody for one that is not there', async () => {
    const { securityEvents } = schema;
    const reader = await makeUser(db(), { role: 'DEV' });
    await db().delete(securityEvents);
    await getOutboxMail(actorOf(reader), newId()).catch(() => undefined);
    await getOutboxMail(actorOf(reader), (await write()).id);
    const [event, ...others] = await db().select().from(securityEvents);
    expect(event).toMatchObject({ event: 'outbox.read', outcome: 'success', userId: reader.id });
    expect(others).toEqual([]);
  });

  test('keeps mails for thirty days', async () => {
    await write({ subject: 'Old', createdAt: new Date(Date.now() - 30 * day - 60_000) });
    await write({ subject: 'Kept', createdAt: new Date(Date.now() - 30 * day + 60_000) });
    await executeRetention();
    expect(await db().select({ subject: mails.subject }).from(mails)).toEqual([
      { subject: 'Kept' },
    ]);
  });
});
