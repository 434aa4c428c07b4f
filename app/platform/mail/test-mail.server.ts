import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { z } from 'zod';
import { config } from '~/config/config.server';
import { openSmtpSession } from './smtp-session.server';
import { smtpProblem, type SmtpRefusal, smtpRefusal } from './smtp-server.server';
import { parseSmtpUrl } from '~/config/smtp-url';
import { association } from '../association.server';

/** Whether the mail server has taken a mail, and what became of it. */
export type TestMail =
  | { outcome: 'encrypted' | 'unencrypted'; server: string; reply: string }
  | { outcome: 'not-set' }
  | { outcome: 'refused'; refusal: SmtpRefusal; line: string };

/** Hands a short mail over to the server of SMTP_URL, beside outbox and queue. */
export async function sendTestMail(to: string): Promise<TestMail> {
  const { smtpUrl, from } = config().mail;
  if (!smtpUrl) return { outcome: 'not-set' };
  try {
    const session = await openSmtpSession(smtpUrl);
    const source = await testMail(to);
    const result = await session.handOver({ from, to, source, beforeEnd: async () => undefined });
    session.close();
    if (result.outcome !== 'accepted') return refused(new Error(result.reply), smtpUrl);
    const { host, port } = parseSmtpUrl(smtpUrl);
    const outcome = session.isEncrypted ? 'encrypted' : 'unencrypted';
    return { outcome, server: `${host}:${port}`, reply: result.reply };
  } catch (error) {
    return refused(error, smtpUrl);
  }
}

const refused = (error: unknown, smtpUrl: string): TestMail => ({
  outcome: 'refused',
  refusal: smtpRefusal(error, smtpUrl),
  line: smtpProblem(error, smtpUrl),
});

/** The same for the command line: whether the mail was taken, and one line about it. */
export async function trySmtp(to: string): Promise<{ isTaken: boolean; line: string }> {
  if (!z.email().safeParse(to).success) {
    return { isTaken: false, line: '--to: must be an e-mail address such as you@example.org' };
  }
  const sent = await sendTestMail(to);
  if (sent.outcome === 'refused') return { isTaken: false, line: sent.line };
  if (sent.outcome === 'not-set') {
    return { isTaken: false, line: 'SMTP_URL: is not set, so mails stay in the outbox; set it' };
  }
  const how = sent.outcome === 'encrypted' ? 'encrypted' : 'NOT encrypted';
  return {
    isTaken: true,
    line: `${sent.server} has taken the mail to ${to} (${how}): ${sent.reply}`,
  };
}

function testMail(to: string): Promise<Buffer> {
  const { mail, server } = config();
  return new MailComposer({
    from: { name: association().shortName, address: mail.from },
    to,
    subject: `Test e-mail from ${new URL(server.origin).host}`,
    text: `The website ${server.origin} can send e-mail.\n\n${association().name}\n${association().address}\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    messageId: `<${randomUUID()}@${new URL(server.origin).hostname}>`,
  })
    .compile()
    .build();
}
