import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transporter } from 'nodemailer';
import { createElement, type ReactElement } from 'react';
import { config } from '~/config/config.server';
import { db, schema, type Transaction } from '~/db/db.server';
import type { MailCalendar } from '~/db/schema/operations/mails';
import { type MailLetter, MailLetterContext } from '~/i18n/mail-letter';
import { newId } from '~/lib/new-id';
import { enqueue, type Job } from '~/platform/jobs/job-queue.server';
import { log } from '~/platform/log/log.server';
import { countMail } from '~/platform/log/metrics.server';
import { renderMail } from './render-mail.server';
import { smtpOptions, smtpProblem } from './smtp-server.server';
import { association } from '../association.server';

export type Mail = {
  /** Name of the template, for the outbox. */
  template: string;
  recipient: string;
  userId?: string;
  /** For the greeting, where there is no account: written by the owner of the address, or by an administrator. */
  name?: string;
  /** The address was never confirmed to be the person's: the e-mail contains no name. */
  isUnconfirmed?: boolean;
  /** Its words begin with a greeting of their own. */
  hasGreeting?: boolean;
  /** Neutral: says nothing about persons, cases or membership (domain: Mails). */
  subject: string;
  body: ReactElement;
  headers?: Record<string, string>;
  /** For calendar programs, beside the text. */
  calendar?: MailCalendar;
};

const { mails, signInAccounts, users } = schema;

/** Of an account whose address is confirmed. */
async function nameOf(tx: Transaction, userId: string): Promise<string | null> {
  const { firstName, lastName } = users;
  const [user] = await tx
    .select({ firstName, lastName })
    .from(users)
    .innerJoin(signInAccounts, eq(signInAccounts.id, users.id))
    .where(and(eq(users.id, userId), eq(signInAccounts.emailVerified, true)));
  return user ? `${user.firstName} ${user.lastName}` : null;
}

/** Both forms of a mail, as a letter to its recipient. */
async function writeLetter(body: ReactElement, to: Pick<MailLetter, 'name' | 'isGreeted'>) {
  const value = { ...to, postalAddress: association().address };
  return renderMail(createElement(MailLetterContext, { value }, body));
}

/**
 * Writes a mail to the outbox and asks for its delivery, both as part of `tx`: it is sent if and
 * only if the transaction commits.
 * @returns the id of the mail in the outbox
 */
export async function queueMail(tx: Transaction, mail: Mail): Promise<string> {
  refuseLineBreaks([mail.subject, mail.recipient, ...Object.entries(mail.headers ?? {}).flat()]);
  const id = newId();
  const owner = mail.isUnconfirmed ? undefined : mail.userId;
  const name = mail.name ?? (owner ? await nameOf(tx, owner) : null);
  await tx.insert(mails).values({
    id,
    template: mail.template,
    recipient: mail.recipient,
    userId: mail.userId,
    subject: mail.subject,
    ...(await writeLetter(mail.body, { name, isGreeted: !mail.hasGreeting })),
    headers: mail.headers ?? {},
    calendar: mail.calendar,
  });
  await enqueue(tx, { name: deliverMail.name, data: { mailId: id } });
  return id;
}

/** A line break in a header would let its author add headers (CWE-93). */
function refuseLineBreaks(values: string[]): void {
  if (values.some((value) => /[\r\n\0]/.test(value))) {
    throw new Error('A mail header must not contain line breaks');
  }
}

let open: { address: string; transport: Transporter } | undefined;

async function smtp(address: string): Promise<Transporter> {
  // Loaded with the first mail: a site without SMTP never needs it.
  const { default: nodemailer } = await import('nodemailer');
  // A mail that was under way when the address changed has opened the one before.
  if (open && open.address !== address) closeMailTransport();
  open ??= {
    address,
    transport: nodemailer.createTransport({
      ...smtpOptions(address),
      pool: true,
      maxConnections: 2,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  };
  return open.transport;
}

export function closeMailTransport(): void {
  open?.transport.close();
  open = undefined;
}

/** Handed over by this process, and not yet written down: must not be handed over again. */
const handedOver = new Set<string>();

async function deliver({ mailId }: { mailId: string }): Promise<void> {
  const [mail] = await db().select().from(mails).where(eq(mails.id, mailId));
  // Without words it came out of a backup.
  if (!mail || mail.text === '' || mail.state === 'sent' || mail.state === 'kept') return;
  if (handedOver.has(mailId)) return noteHandedOver(mailId);
  const { smtpUrl } = config().mail;
  if (!smtpUrl) {
    await db().update(mails).set({ state: 'kept' }).where(eq(mails.id, mailId));
    if (config().demonstration.enabled) {
      log().info(
        `A mail is in the outbox: ${config().server.origin}/administration/outbox/${mailId}`,
      );
    }
    return;
  }
  try {
    await handOver(smtpUrl, mail);
  } catch (error) {
    // Without the database only the job knows: it is tried again either way.
    await noteFailure(mailId, smtpProblem(error, smtpUrl)).catch(() => undefined);
    countMail('failed');
    throw error;
  }
  handedOver.add(mailId);
  await noteHandedOver(mailId);
}

type WrittenMail = Pick<Mail, 'recipient' | 'subject' | 'headers'> & {
  id: string;
  html: string;
  text: string;
  calendar?: MailCalendar | null;
};

async function handOver(smtpUrl: string, mail: WrittenMail): Promise<void> {
  const transport = await smtp(smtpUrl);
  await transport.sendMail({
    from: { name: association().shortName, address: config().mail.from },
    to: mail.recipient,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    // As a part of its own kind, which calendar programs offer to accept (RFC 6047 section 2.4).
    ...(mail.calendar ? { icalEvent: { ...mail.calendar, filename: 'event.ics' } } : {}),
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    // The same id at each attempt, so that a receiving server can recognise a repetition.
    messageId: `<${mail.id}@${new URL(config().server.origin).hostname}>`,
  });
}

/**
 * Sends a mail at once, without the outbox: for what has to be said while the database is away.
 * @throws when there is no mail server, or it does not take the mail
 */
export async function sendMailNow(
  mail: Pick<Mail, 'recipient' | 'subject' | 'body'>,
): Promise<void> {
  refuseLineBreaks([mail.subject, mail.recipient]);
  const { smtpUrl } = config().mail;
  if (!smtpUrl) throw new Error('SMTP_URL is not set');
  const { recipient, subject, body } = mail;
  const letter = await writeLetter(body, { name: null, isGreeted: true });
  await handOver(smtpUrl, { id: newId(), recipient, subject, ...letter });
}

/**
 * Delivers the mails of a template of which no worker of the queue has taken the delivery for two
 * minutes. Each is taken by one node only; the job finds it sent and does nothing.
 */
export async function deliverLeftMails(template: string): Promise<void> {
  const left = await db()
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1` })
    .where(
      and(
        eq(mails.template, template),
        eq(mails.state, 'queued'),
        eq(mails.attempts, 0),
        sql`${mails.createdAt} < now() - interval '2 minutes'`,
      ),
    )
    .returning({ mailId: mails.id });
  for (const mail of left) await deliver(mail);
}

/** How often, and at which distance in milliseconds, the database is told of a mail that went. */
const tries = { times: 120, distance: 1_000 };

/** The mail is out, whatever happens to the database now: it is told as soon as it listens. */
async function noteHandedOver(mailId: string, left = tries.times): Promise<void> {
  try {
    await noteSent(mailId);
    handedOver.delete(mailId);
  } catch (error) {
    if (left === 0) throw error;
    await pause(tries.distance);
    await noteHandedOver(mailId, left - 1);
  }
}

/**
 * Mails about an account that is gone: once they are sent, the outbox keeps no trace of them. Nothing
 * else says who left, so they are tried each night as long as the outbox keeps them.
 */
export const erasedOnceSent: readonly string[] = ['account-deleted', 'member-departed'];

async function noteSent(mailId: string): Promise<void> {
  await db()
    .delete(mails)
    .where(and(eq(mails.id, mailId), inArray(mails.template, erasedOnceSent)));
  await db()
    .update(mails)
    .set({
      state: 'sent',
      sentAt: new Date(),
      attempts: sql`${mails.attempts} + 1`,
      lastError: null,
      // Its links open accounts and private pages, so the text is not kept once it is sent.
      html: '',
      text: '',
    })
    .where(eq(mails.id, mailId));
  countMail('sent');
}

async function noteFailure(mailId: string, reason: string): Promise<void> {
  await db()
    .update(mails)
    .set({ state: 'failed', attempts: sql`${mails.attempts} + 1`, lastError: reason.slice(0, 500) })
    .where(eq(mails.id, mailId));
}

/**
 * Tries once more to deliver the mails about accounts that are gone of which `deliverMail` has given up
 * the delivery. One that cannot be sent does not keep the others.
 */
export async function retryErasedOnceSent(): Promise<void> {
  const left = await db()
    .select({ mailId: mails.id })
    .from(mails)
    .where(
      and(
        inArray(mails.template, erasedOnceSent),
        inArray(mails.state, ['failed', 'queued']),
        sql`${mails.createdAt} < now() - interval '3 days'`,
      ),
    );
  for (const mail of left) {
    await deliver(mail).catch((error: unknown) =>
      log().warn({ err: error }, 'A mail about an account that is gone could not be sent'),
    );
  }
}

/**
 * Delivery by SMTP, tried again for about two days; without SMTP the mail stays in the outbox. Of a
 * mail that was sent the outbox keeps to whom, when and about what, but not what it said; of a mail
 * about an account that is gone, nothing.
 */
export const deliverMail: Job<{ mailId: string }> = {
  name: 'deliver-mail',
  retryLimit: 25,
  run: deliver,
};
