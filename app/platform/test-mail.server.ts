import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { z } from 'zod';
import { config } from '~/config.server';
import { openSmtpSession } from './smtp-session.server';
import { smtpProblem } from './smtp-server.server';
import { parseSmtpUrl } from '~/lib/smtp-url';

/** Whether the mail server has taken a mail, and what became of it in one line. */
type Tried = { isTaken: boolean; line: string };

/** Hands a short mail over to the server of SMTP_URL, beside outbox and queue. */
export async function sendTestMail(to: string): Promise<Tried> {
  const { smtpUrl, from } = config().mail;
  if (!z.email().safeParse(to).success) {
    return { isTaken: false, line: '--to: must be an e-mail address such as you@example.org' };
  }
  if (!smtpUrl) {
    return { isTaken: false, line: 'SMTP_URL: is not set, so mails stay in the outbox; set it' };
  }
  try {
    const session = await openSmtpSession(smtpUrl);
    const source = await testMail(to);
    const result = await session.handOver({ from, to, source, beforeEnd: async () => undefined });
    session.close();
    if (result.outcome !== 'accepted') {
      return { isTaken: false, line: smtpProblem(new Error(result.reply), smtpUrl) };
    }
    const { host, port } = parseSmtpUrl(smtpUrl);
    const how = session.isEncrypted ? 'encrypted' : 'NOT encrypted';
    return {
      isTaken: true,
      line: `${host}:${port} has taken the mail to ${to} (${how}): ${result.reply}`,
    };
  } catch (error) {
    return { isTaken: false, line: smtpProblem(error, smtpUrl) };
  }
}

function testMail(to: string): Promise<Buffer> {
  const { association, mail, server } = config();
  return new MailComposer({
    from: { name: association.shortName, address: mail.from },
    to,
    subject: `Test e-mail from ${new URL(server.origin).host}`,
    text: `The website ${server.origin} can send e-mail.\n\n${association.name}\n${association.address}\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    messageId: `<${randomUUID()}@${new URL(server.origin).hostname}>`,
  })
    .compile()
    .build();
}
