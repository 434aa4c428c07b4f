import { setImmediate as takeIn, setTimeout as wait } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import MailComposer from 'nodemailer/lib/mail-composer';
import { config } from '~/config/config.server';
import { db, schema, sessionPool, transaction } from '~/db/db.server';
import { listHeaders } from '~/features/identity/subscriptions/subscriptions.server';
import { newId } from '~/lib/new-id';
import { publish } from '~/platform/live.server';
import { log } from '~/platform/log/log.server';
import { smtpProblem } from '~/platform/mail/smtp-server.server';
import {
  type Handover,
  openSmtpSession,
  type SmtpSession,
} from '~/platform/mail/smtp-session.server';
import { claimDelivery, type Claimed, putBack, settle, settleLeftovers } from './deliveries.server';
import { type HandoverJournal, openJournal, removeJournal } from './handover-journal.server';
import { addressedTo } from '~/features/newsletters/composing/newsletter-content.server';
import { finishNewsletters, startDueNewsletters } from './newsletter-starts.server';
import { association } from '~/platform/association.server';

/** One sender in the whole cluster, so that the pace is the association's and not a node's. */
const senderLock = 7_413_006;
/** Connections to the mail server. */
const concurrency = 2;
const longestRun = 10 * 60_000;
/**
 * How long a message rests before its end is sent, in milliseconds: a server that drops the
 * connection in the middle of it is noticed by then, and nothing is uncertain. A server that is slow
 * to answer is slow to drop, too: the rest is as long as its answers took, within these bounds.
 */
const restBeforeEnd = { least: 25, most: 2_000 };

type Run = {
  sender: string;
  journal: HandoverJournal;
  pace: () => Promise<void>;
  mayGoOn: () => boolean;
  retrySeconds: number;
};

export type SendingOptions = {
  /** False: what is in hand is finished, nothing new is begun. */
  mayGoOn?: () => boolean;
  /** How long the first repetition waits; each further one twice as long. */
  retrySeconds?: number;
};

/**
 * Sends what is due of all newsletters: at the pace of NEWSLETTER_PER_MINUTE, each address once.
 * Does nothing while another process is sending. See the decision on newsletters for what happens
 * when the process ends in the middle.
 */
export async function sendDueNewsletters(options: SendingOptions = {}): Promise<void> {
  const lock = await sessionPool().connect();
  let isLocked = true;
  const lose = () => {
    isLocked = false;
  };
  lock.on('error', lose).on('end', lose);
  try {
    const { rows } = await lock.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${senderLock}) as taken`,
    );
    if (!rows[0]?.taken) return;
    const until = Date.now() + longestRun;
    const mayGoOn = () => isLocked && Date.now() < until && (options.mayGoOn?.() ?? true);
    await send({ mayGoOn, retrySeconds: options.retrySeconds ?? 60 });
  } finally {
    lock.off('error', lose).off('end', lose);
    // If unlocking fails, closing the connection releases the lock.
    await lock.query(`select pg_advisory_unlock(${senderLock})`).then(
      () => lock.release(),
      () => lock.release(true),
    );
  }
}

async function send(given: Pick<Run, 'mayGoOn' | 'retrySeconds'>): Promise<void> {
  await settleLeftovers();
  await startDueNewsletters();
  const sender = newId();
  const journal = openJournal(sender);
  const run: Run = { ...given, sender, journal, pace: paceOf(config().mail.newslettersPerMinute) };
  const results = await Promise.allSettled(
    Array.from({ length: concurrency }, () => sendInTurn(run)),
  );
  journal.close();
  await settleLeftovers();
  removeJournal(sender);
  await finishNewsletters();
  for (const result of results) {
    if (result.status === 'rejected') log().warn({ err: result.reason }, 'newsletter: interrupted');
  }
}

/** Lets at most so many through in a minute, evenly. */
function paceOf(perMinute: number): () => Promise<void> {
  let next = 0;
  return async () => {
    const at = Math.max(Date.now(), next);
    next = at + 60_000 / perMinute;
    await wait(Math.max(0, at - Date.now()));
  };
}

async function sendInTurn(run: Run): Promise<void> {
  let session: SmtpSession | null = null;
  try {
    while (run.mayGoOn()) {
      const delivery = await claimDelivery(run.sender);
      if (!delivery) return;
      const { smtpUrl } = config().mail;
      if (!smtpUrl) {
        await saveToOutbox(run, delivery);
        continue;
      }
      await run.pace();
      session ??= await openSmtpSession(smtpUrl).catch(async (error: unknown) => {
        await putBack(run, delivery, smtpProblem(error, smtpUrl).slice(0, 500));
        throw error;
      });
      const result = await handOver(run, session, delivery);
      // After a refusal the conversation may be in any state: the next message begins a new one.
      if (result.outcome === 'accepted') continue;
      session.close();
      session = null;
    }
  } finally {
    session?.close();
  }
}

async function handOver(run: Run, session: SmtpSession, delivery: Claimed): Promise<Handover> {
  const { journal } = run;
  let isEnding = false;
  const result = await session.handOver({
    from: config().mail.from,
    to: delivery.email,
    source: await composed(delivery),
    beforeEnd: async (answeredIn) => {
      const { least, most } = restBeforeEnd;
      await wait(Math.min(most, Math.max(least, answeredIn)));
      await beginHandover(run, delivery);
      // What has reached this machine meanwhile is taken in before the look at the connection.
      await takeIn();
      if (!session.isOpen()) throw new Error('The connection ended before the message did');
      isEnding = true;
      journal.note(delivery.id, 'end-sent');
    },
  });
  const { outcome, reply } = result;
  if (outcome === 'accepted') {
    journal.note(delivery.id, 'accepted');
    await settle(run, delivery, { state: 'sent', reply });
  } else if (outcome === 'refused') {
    journal.note(delivery.id, 'not-accepted');
    await settle(run, delivery, { state: result.isFinal ? 'refused' : 'waiting', reply });
  } else {
    await settle(run, delivery, { state: isEnding ? 'uncertain' : 'waiting', reply });
  }
  return result;
}

/**
 * Durable before the end of the message is sent: from here on the server may have it. Refuses when
 * the delivery is not this sender's any more.
 */
async function beginHandover(run: Run, { id }: Claimed): Promise<void> {
  const { newsletterDeliveries } = schema;
  const mine = await db()
    .update(newsletterDeliveries)
    .set({ state: 'handing-over' })
    .where(
      and(
        eq(newsletterDeliveries.id, id),
        eq(newsletterDeliveries.sender, run.sender),
        eq(newsletterDeliveries.state, 'sending'),
      ),
    )
    .returning({ id: newsletterDeliveries.id });
  if (mine.length === 0) throw new Error('The delivery is another sender’s by now');
}

function headersOf({ subscriptionId, list }: Claimed): Record<string, string> {
  return {
    ...listHeaders(subscriptionId, list),
    Precedence: 'bulk',
    'Auto-Submitted': 'auto-generated',
  };
}

function composed(delivery: Claimed): Promise<Buffer> {
  const { html, text } = addressedTo(delivery.subscriptionId, delivery);
  return new MailComposer({
    from: { name: association().shortName, address: config().mail.from },
    to: delivery.email,
    subject: delivery.subject,
    html,
    text,
    headers: headersOf(delivery),
    // The same at each attempt, so that a receiving server can recognise a repetition.
    messageId: `<${delivery.id}@${new URL(config().server.origin).hostname}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/** Without a mail server the mail is kept to be read, as all mails are. */
async function saveToOutbox(run: Run, delivery: Claimed): Promise<void> {
  await transaction(async (tx) => {
    const { mails, newsletterDeliveries } = schema;
    await tx.insert(mails).values({
      template: 'newsletter',
      recipient: delivery.email,
      subject: delivery.subject,
      ...addressedTo(delivery.subscriptionId, delivery),
      headers: headersOf(delivery),
      state: 'kept',
    });
    await tx
      .update(newsletterDeliveries)
      .set({ state: 'kept', settledAt: new Date() })
      .where(
        and(eq(newsletterDeliveries.id, delivery.id), eq(newsletterDeliveries.sender, run.sender)),
      );
    await publish(tx, `newsletter/${delivery.newsletterId}`);
  });
}
