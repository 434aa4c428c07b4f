import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { db, schema } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { newId } from '~/lib/new-id';
import { actorOf } from '../../../../tests/support/people/actors';
import { askRoute } from '../../../../tests/support/site/route-request';
import { configure } from '../../../../tests/support/database/configure';
import { startSmtpServer, type TestSmtpServer } from '../../../../tests/support/mail/smtp-server';
import { getSubscriptionFigures, importBounces, undoBounce } from './bounces.server';
import {
  listDeliveries,
  saveNewsletter,
  scheduleNewsletter,
} from '~/features/newsletters/newsletters.server';
import { sendDueNewsletters } from './sender.server';
import { newsletterDraft } from '../../../../tests/support/texts/newsletter-draft';

const { newsletters, signInAccounts, subscriptions, users } = schema;

let server: TestSmtpServer | undefined;
let admin: ReturnType<typeof actorOf>;

beforeEach(async () => {
  for (const table of [newsletters, signInAccounts, users, subscriptions]) await db().delete(table);
  admin = actorOf(await makeUser(db(), { role: 'ADMIN' }));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function subscribe(email: string): Promise<void> {
  const id = newId().replaceAll('-', '').padEnd(64, '0');
  await db()
    .insert(subscriptions)
    .values({ id, email, lists: ['newsletter'], consentVersion: '1', status: 'active' });
}

describe('a mail that comes back', () => {
  const report = (recipient: string, status: string, messageId = 'x@y') =>
    [
      'From: MAILER-DAEMON@mail.example',
      'Content-Type: multipart/report; report-type=delivery-status;',
      ' boundary="b1"',
      '',
      '--b1',
      'Content-Type: text/plain',
      '',
      'It could not be delivered.',
      '--b1',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mail.example',
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      'Action: failed',
      `Status: ${status}`,
      '',
      '--b1',
      'Content-Type: message/rfc822',
      '',
      `Message-ID: <${messageId}>`,
      'Subject: Autumn letter',
      '',
      'Dear colleagues',
      '--b1--',
      '',
    ].join('\r\n');

  async function sentTo(...names: string[]): Promise<Map<string, string>> {
    server = await startSmtpServer();
    configure({ SMTP_URL: server.address, NEWSLETTER_PER_MINUTE: '100000' });
    for (const name of names) await subscribe(`${name}@court.example`);
    const id = await saveNewsletter(admin, null, newsletterDraft);
    await scheduleNewsletter(admin, id, { version: 1, sendAt: new Date() });
    await sendDueNewsletters({ retrySeconds: 0 });
    const rows = await listDeliveries(admin, id);
    return new Map(rows.map((row) => [row.email, `${row.id}@association.example`]));
  }

  test('ends the mails to an address that is gone, until that is undone', async () => {
    const ids = await sentTo('ada', 'bea');
    const email = 'ada@court.example';
    const result = await importBounces(admin, [
      report(email, '5.1.1', ids.get(email)),
      report('bea@court.example', '5.2.2', ids.get('bea@court.example')),
      'Subject: no report\r\n\r\nHello',
    ]);
    expect(result).toEqual({ mails: 3, reports: 2, ended: 1 });
    const { bounced } = await getSubscriptionFigures(admin);
    expect(bounced).toMatchObject([{ email, bounceCode: '5.1.1' }]);
    await undoBounce(admin, email);
    expect((await getSubscriptionFigures(admin)).bounced).toEqual([]);
    await expect(undoBounce(admin, email)).rejects.toThrow('changed-meanwhile');
  });

  test('ends nothing that we have not sent', async () => {
    const ids = await sentTo('ada');
    await subscribe('bea@court.example');
    const of = ids.get('ada@court.example');
    const result = await importBounces(admin, [
      report('bea@court.example', '5.1.1'),
      report('bea@court.example', '5.1.1', of),
    ]);
    expect(result).toEqual({ mails: 2, reports: 0, ended: 0 });
  });

  test('writes into the log what anybody sent only when it reports something', async () => {
    const ids = await sentTo('ada');
    const entries = () =>
      db().$count(
        schema.auditEntries,
        eq(schema.auditEntries.action, 'subscription.import-bounces'),
      );
    const before = await entries();
    const email = 'ada@court.example';
    const anybody = { isFromAnybody: true };
    await importBounces(admin, ['Subject: hello', report(email, '5.1.1')], anybody);
    expect(await entries()).toBe(before);
    await importBounces(admin, ['Subject: hello']);
    expect(await entries()).toBe(before + 1);
    await importBounces(admin, [report(email, '5.1.1', ids.get(email))], anybody);
    expect(await entries()).toBe(before + 2);
  });
});

test('two hundred files are read at a time, and none is left out without a word', async () => {
  const asked = { actor: admin, pattern: '/administration/subscriptions' };
  const send = (count: number) => {
    const form = new FormData();
    form.set('pasted', '');
    for (let number = 0; number < count; number += 1)
      form.append('files', new File(['Subject: hello'], `${number}.eml`));
    return askRoute({ ...asked, form });
  };
  expect(await send(200)).toMatchObject({ data: { imported: { mails: 200 } } });
  expect(await send(201)).toMatchObject({ data: { isTooMany: true }, init: { status: 400 } });
});
