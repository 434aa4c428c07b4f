import { createHash } from 'node:crypto';
import { config } from '~/config/config.server';
import type { Transaction } from '~/db/db.server';
import { enqueue, type Job } from '~/platform/jobs/job-queue.server';

/** What a webhook gets: `text` is what chat programs show. */
export type WebhookMessage = {
  text: string;
  check: string;
  verdict: string;
  site: string;
  node: string | null;
};

/** Milliseconds for the whole request. */
const timeoutMs = 5_000;

/**
 * Sends a message to a webhook.
 * @throws when it does not answer with 2xx in time; another address that it names is not followed
 */
export async function postWebhook(address: string, message: WebhookMessage): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(message),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The webhook answered ${response.status}`);
}

/** The address of a webhook is a secret, and the data of a job are not: it is named by its hash. */
const hashOf = (address: string) => createHash('sha256').update(address).digest('hex');

/** Sends a message to a webhook; when that fails, a job tries again. */
export async function postOrRetry(
  tx: Transaction,
  address: string,
  message: WebhookMessage,
): Promise<void> {
  try {
    await postWebhook(address, message);
  } catch {
    await enqueue(tx, { name: postAlert.name, data: { webhook: hashOf(address), message } });
  }
}

/** A message that a webhook did not take at once; one that is no longer configured gets none. */
export const postAlert: Job<{ webhook: string; message: WebhookMessage }> = {
  name: 'post-alert',
  retryLimit: 25,
  run: async ({ webhook, message }) => {
    const address = config().alerts.webhooks.find((known) => hashOf(known) === webhook);
    if (address) await postWebhook(address, message);
  },
};
