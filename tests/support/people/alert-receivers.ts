import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, vi } from 'vitest';
import { and, eq, sql } from 'drizzle-orm';
import { db, schema } from '~/db/db.server';
import type { HealthWatch } from '~/features/operations/health/health-watch.server';
import { closeMailTransport } from '~/platform/mail/mail.server';
import { configure } from '../database/configure';
import { readParts, startSmtpServer } from '../mail/smtp-server';

export type AlertReceivers = Awaited<ReturnType<typeof startAlertReceivers>>;

/** A webhook that says what it was sent. @param answer its status, and what else it answers with */
export async function startWebhook(
  answer: () => { status: number; headers?: Record<string, string> } = () => ({ status: 204 }),
) {
  const received: Record<string, unknown>[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const { status, headers } = answer();
    if (status < 300) received.push(JSON.parse(body));
    response.writeHead(status, headers).end();
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  return {
    address: `http://127.0.0.1:${port}/hook/secret`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A real mail server and a webhook, which are those of ALERTS_TO. */
export async function startAlertReceivers() {
  const [smtp, webhook] = await Promise.all([startSmtpServer(), startWebhook()]);
  const environment = {
    SMTP_URL: smtp.address,
    ALERTS_TO: `operator@association.example, ${webhook.address}`,
  };
  configure(environment);
  return {
    smtp,
    webhook,
    environment,
    /** Subject and text of the alerts that the mail server has got so far. */
    mails: () => smtp.received.map(({ source }) => readMail(source)),
    close: async () => {
      closeMailTransport();
      await Promise.all([smtp.close(), webhook.close()]);
    },
  };
}

function readMail(source: string): string {
  const [whole, plain] = readParts(source);
  return `${whole?.headers.subject ?? ''}\n${plain?.text ?? ''}`.replaceAll(/\s+/g, ' ');
}

let minutes = 0;

/** Looks of a node, each a minute after the one before. */
export async function look(watch: HealthWatch, times = 2): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    minutes += 1;
    await watch.look(new Date(Date.now() + minutes * 60_000));
  }
}

/** Waits until the mail server has got so many alerts. */
export const untilMailed = (receivers: AlertReceivers, count: number) =>
  vi.waitFor(
    () => {
      if (receivers.smtp.received.length < count) {
        throw new Error(`${receivers.smtp.received.length} of ${count} mails`);
      }
    },
    { timeout: 20_000, interval: 50 },
  );

/** Waits until it is written down that so many alerts were sent: one that waits is told of as well. */
const untilNoted = (count: number) =>
  vi.waitFor(
    async () => {
      const sent = and(eq(schema.mails.template, 'health-alert'), eq(schema.mails.state, 'sent'));
      expect(await db().$count(schema.mails, sent)).toBe(count);
    },
    { timeout: 20_000, interval: 50 },
  );

/** What the webhook was told, without what is the same each time. */
export const toldTo = ({ webhook }: AlertReceivers) =>
  webhook.received.map(({ check, verdict }) => `${String(check)} ${String(verdict)}`);

/** Looks until the operator was told, mends the cause and looks again. @returns all that was told */
export async function tellBothWays(
  receivers: AlertReceivers,
  watch: HealthWatch,
  mend: () => unknown,
) {
  const lookUntilTold = async (count: number) => {
    await look(watch, 2);
    await untilMailed(receivers, count);
    await untilNoted(count);
    // Once more: nothing is told twice.
    await look(watch, 1);
  };
  await lookUntilTold(1);
  await mend();
  await lookUntilTold(2);
  const text = receivers.webhook.received[0]?.text;
  return { told: toldTo(receivers), mails: receivers.mails(), text };
}

/** Told once that something is wrong and what to do, and once that it is over. */
export const bothWays = (check: string, verdict: string, advice: string) => ({
  told: [`${check} ${verdict}`, `${check} good`],
  mails: [
    expect.stringMatching(`${advice}.*https://association.example/administration/health`),
    expect.stringContaining('in order again'),
  ],
  text: expect.stringContaining(advice),
});

/**
 * A site about which nothing has to be told, and that is at nothing any more: call it before the
 * receivers are there, or they get what is still on its way.
 */
export async function makeHealthy(): Promise<void> {
  await db().execute(sql`delete from pgboss.job where state <> 'active'`);
  await vi.waitFor(
    async () => {
      const { rows } = await db().execute(sql`select from pgboss.job where state = 'active'`);
      if (rows.length > 0) throw new Error(`${rows.length} jobs are under way`);
    },
    { timeout: 20_000, interval: 50 },
  );
  await db().delete(schema.healthVerdicts);
  await db().delete(schema.errorCounts);
  await db().delete(schema.mails);
  // Without accounts the site is new, and no nightly job is late.
  await db().delete(schema.signInAccounts);
  await db().execute(sql`delete from pgboss.job`);
}
