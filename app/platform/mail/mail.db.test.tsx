import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeDatabase, db, openDatabase, pool, schema, transaction } from '~/db/db.server';
import { makeUser } from '~/db/factories.server';
import { jobs } from '~/jobs.server';
import { retryDelay } from '~/lib/retry-delay';
import { translateIn } from '~/i18n/translations.server';
import { MailLayout, MailLink, MailText } from '~/ui/mail-layout.email';
import { configure } from '../../../tests/support/database/configure';
import { outboxMails, queuedJobs } from '../../../tests/support/mail/outbox';
import {
  readParts,
  startSmtpServer,
  type TestSmtpServer,
} from '../../../tests/support/mail/smtp-server';
import { startJobQueue, stopJobQueue } from '~/platform/jobs/job-queue.server';
import { closeMailTransport, deliverMail, type Mail, queueMail } from './mail.server';

const { mails } = schema;
const link = 'https://association.example/reset-password/abc';

const example: Mail = {
  template: 'example',
  recipient: 'ada@court.example',
  subject: 'Neuigkeiten für Élise – ✓',
  body: (
    <MailLayout title="News" site="Judges" translate={translateIn('en')}>
      <MailText>{'Grüße & <b>Küsse</b>'}</MailText>
      <MailLink href={link}>Open this page:</MailLink>
    </MailLayout>
  ),
};

let server: TestSmtpServer | undefined;

/** Makes a mail server the one of the configuration. */
async function serve(options: Parameters<typeof startSmtpServer>[0] = {}): Promise<TestSmtpServer> {
  server = await startSmtpServer(options);
  configure({ SMTP_URL: server.address, MAIL_FROM: 'office@association.example' });
  return server;
}

const queue = (mail: Partial<Mail> = {}) =>
  transaction((tx) => queueMail(tx, { ...example, ...mail }));

const rowOf = async (id: string) => (await db().select().from(mails).where(eq(mails.id, id)))[0];

beforeEach(async () => {
  await db().delete(mails);
});
afterEach(async () => {
  closeMailTransport();
  await server?.close();
  server = undefined;
});

describe('a mail in the outbox', () => {
  test('is there, and its delivery with it, once the transaction commits', async () => {
    const before = (await queuedJobs(deliverMail.name)).length;
    const id = await queue();
    expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 0, sentAt: null });
    expect((await queuedJobs(deliverMail.name)).slice(before)).toEqual([{ mailId: id }]);
  });

  test('is not there, nor its delivery, when the transaction fails', async () => {
    const before = (await queuedJobs(deliverMail.name)).length;
    await expect(
      transaction(async (tx) => {
        await queueMail(tx, example);
        throw new Error('later step failed');
      }),
    ).rejects.toThrow('later step failed');
    expect(await outboxMails()).toEqual([]);
    expect(await queuedJobs(deliverMail.name)).toHaveLength(before);
  });

  test.each([
    ['subject', { subject: 'News\r\nBcc: eve@evil.example' }],
    ['subject', { subject: 'News\nX' }],
    ['subject', { subject: 'News\0' }],
    ['recipient', { recipient: 'ada@court.example\r\nBcc: eve@evil.example' }],
    ['header', { headers: { 'List-Unsubscribe': '<a>\r\nBcc: eve@evil.example' } }],
    ['header name', { headers: { 'X-A: b\r\nBcc': 'eve@evil.example' } }],
  ])('cannot have line breaks in its %s', async (_name, change) => {
    await expect(queue(change)).rejects.toThrow('A mail header must not contain line breaks');
    expect(await outboxMails()).toEqual([]);
  });

  test('stays there without a mail server', async () => {
    const id = await queue();
    await deliverMail.run({ mailId: id });
    expect(await rowOf(id)).toMatchObject({ state: 'kept', attempts: 0 });
  });

  test('asks for nothing from elsewhere when it is opened', async () => {
    const { html = '' } = (await rowOf(await queue())) ?? {};
    expect(html).not.toMatch(
      /<(img|link|script|iframe|object|video|audio|source|svg|form|style)\b/i,
    );
    expect(html).not.toMatch(/\b(src|srcset|background|poster|action)=|url\(|@import|@font-face/i);
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(addresses).toEqual([link]);
    expect(html).toContain('Grüße &amp; &lt;b&gt;Küsse&lt;/b&gt;');
  });
});

describe('a mail is a letter', () => {
  test('it greets a person whose address is confirmed, and nobody else, by name', async () => {
    const confirmed = await makeUser(db(), { firstName: 'Ada', lastName: 'Exemple' });
    const textFor = async (mail: Partial<Mail>) => (await rowOf(await queue(mail)))?.text ?? '';
    expect(await textFor({ userId: confirmed.id })).toMatch(/^Dear Ada Exemple,\n/);
    expect(await textFor({ name: 'Guest of Honour' })).toMatch(/^Dear Guest of Honour,\n/);
    expect(await textFor({})).toMatch(/^Hello,\n/);
    await db()
      .update(schema.signInAccounts)
      .set({ emailVerified: false })
      .where(eq(schema.signInAccounts.id, confirmed.id));
    expect(await textFor({ userId: confirmed.id })).toMatch(/^Hello,\n/);
  });

  test('its plain text has no capitals for headings and ends with the postal address', async () => {
    configure({ ASSOCIATION_ADDRESS: 'Rue de l’Exemple 1, 1000 Brussels' });
    const { text = '', html = '' } = (await rowOf(await queue())) ?? {};
    expect(text).not.toContain('NEWS');
    expect(text.trim()).toMatch(/Rue de l’Exemple 1, 1000 Brussels$/);
    expect(html).toContain('Rue de l’Exemple 1, 1000 Brussels');
  });
});

describe('delivery', () => {
  test('hands over subject, text and HTML, from the association to the recipient', async () => {
    const { received } = await serve();
    const id = await queue({ headers: { 'List-Id': '<news.association.example>' } });
    await deliverMail.run({ mailId: id });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      from: 'office@association.example',
      recipients: ['ada@court.example'],
    });
    const [whole, text, html, ...others] = readParts(received[0]?.source ?? '');
    expect(others).toEqual([]);
    expect(whole?.headers).toMatchObject({
      from: 'Data Protection Judges <office@association.example>',
      to: 'ada@court.example',
      'auto-submitted': 'auto-generated',
      'list-id': '<news.association.example>',
      'message-id': `<${id}@association.example>`,
      'content-type': expect.stringMatching(/^multipart\/alternative/),
    });
    const subject = (whole?.headers.subject ?? '').replaceAll(
      /=\?UTF-8\?Q\?(.*?)\?=\s*/gi,
      (_, encoded: string) => decodeURIComponent(encoded.replaceAll('_', ' ').replaceAll('=', '%')),
    );
    expect(subject).toBe(example.subject);
    expect(text?.headers['content-type']).toMatch(/^text\/plain; charset=utf-8/);
    expect(text?.text).toContain('Grüße & <b>Küsse</b>');
    expect(text?.text).toContain(link);
    expect(html?.headers['content-type']).toMatch(/^text\/html; charset=utf-8/);
    expect(html?.text).toContain(`href="${link}"`);
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 1, lastError: null });
    expect((await rowOf(id))?.sentAt).toBeInstanceOf(Date);
  });

  test('is not repeated because the database could not be told', async () => {
    const { connectionString } = pool().options;
    let closed: Promise<void> | undefined;
    const { received } = await serve({
      onRcptTo: (_address, _session, done) => {
        // From here on there is no database, until the mail has gone.
        closed = closeDatabase();
        done();
      },
    });
    const id = await queue();
    const delivered = deliverMail.run({ mailId: id });
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 10_000 });
    await closed;
    openDatabase({ connectionString });
    await delivered;
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 1 });
    await deliverMail.run({ mailId: id });
    expect(received).toHaveLength(1);
  });

  test('leaves nothing in the outbox that could be used by who reads it', async () => {
    const { received } = await serve({
      onRcptTo: (() => {
        let tries = 0;
        return (_address, _session, done) => {
          tries += 1;
          done(tries === 1 ? Object.assign(new Error('later'), { responseCode: 451 }) : null);
        };
      })(),
    });
    const id = await queue();
    await expect(deliverMail.run({ mailId: id })).rejects.toThrow('451');
    expect((await rowOf(id))?.text, 'kept for the next attempt').toContain(link);
    await deliverMail.run({ mailId: id });
    expect(received[0]?.source).toContain(link);
    expect(await rowOf(id)).toMatchObject({ subject: example.subject, html: '', text: '' });
    expect(JSON.stringify(await outboxMails())).not.toContain(link);
  });

  test('happens once, however often the job runs', async () => {
    const { received } = await serve();
    const id = await queue();
    for (let time = 0; time < 3; time += 1) await deliverMail.run({ mailId: id });
    expect(received).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ attempts: 1 });
  });

  test('does nothing for a mail that is gone', async () => {
    const { received } = await serve();
    const id = await queue();
    await db().delete(mails);
    await expect(deliverMail.run({ mailId: id })).resolves.toBeUndefined();
    expect(received).toEqual([]);
  });

  test('is tried again when the server puts it off, as the same mail', async () => {
    let refusals = 2;
    const busy = Object.assign(new Error('busy, come back'), { responseCode: 451 });
    const { received } = await serve({
      onRcptTo: (_address, _session, done) => {
        refusals -= 1;
        done(refusals >= 0 ? busy : null);
      },
    });
    const id = await queue();
    for (const attempts of [1, 2]) {
      await expect(deliverMail.run({ mailId: id })).rejects.toThrow('451 busy, come back');
      expect(await rowOf(id)).toMatchObject({ state: 'failed', attempts, sentAt: null });
      expect((await rowOf(id))?.lastError).toContain('451');
    }
    await deliverMail.run({ mailId: id });
    expect(received).toHaveLength(1);
    expect(readParts(received[0]?.source ?? '')[0]?.headers['message-id']).toContain(id);
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 3, lastError: null });
  });

  test('is tried again when there is no server, and finds it once it is there', async () => {
    const gone = await startSmtpServer();
    await gone.close();
    configure({ SMTP_URL: gone.address });
    const id = await queue();
    await expect(deliverMail.run({ mailId: id })).rejects.toThrow('ECONNREFUSED');
    expect(await rowOf(id)).toMatchObject({ state: 'failed', attempts: 1 });
    closeMailTransport();
    const { received } = await serve();
    await deliverMail.run({ mailId: id });
    expect(received).toHaveLength(1);
  });

  test(
    'by the queue itself outlives a server that fails at first',
    { timeout: 30_000 },
    async () => {
      let connections = 0;
      const closing = Object.assign(new Error('closing'), { responseCode: 421 });
      const { received } = await serve({
        onConnect: (_session, done) => {
          connections += 1;
          done(connections === 1 ? closing : null);
        },
      });
      const id = await queue();
      await stopJobQueue();
      await startJobQueue(jobs);
      await vi.waitFor(
        async () => expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 2 }),
        { timeout: 20_000, interval: 100 },
      );
      expect(received).toHaveLength(1);
      await stopJobQueue();
      await startJobQueue(jobs, { work: false });
    },
  );
});

test('a mail that cannot be sent is tried again for about two days', () => {
  const waits = Array.from({ length: deliverMail.retryLimit ?? 0 }, (_, n) => retryDelay(n, 0.5));
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(44);
  expect(hours).toBeLessThan(52);
});
