import { connect } from 'node:net';
import { ConfigError, config } from '~/config/config.server';
import { replicaProblem } from '~/db/database-problem.server';
import { pingFileStore } from '~/platform/files/file-store.server';
import { log } from '~/platform/log/log.server';
import { openSmtpSession } from '~/platform/mail/smtp-session.server';
import { smtpProblem } from '~/platform/mail/smtp-server.server';

/** Milliseconds a service may take to answer. */
const timeoutMs = 10_000;

const said = (error: unknown) => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  return message.replaceAll(/\s+/g, ' ').slice(0, 200);
};

/**
 * Tries the store of FILE_STORE_URL. One that refuses key or bucket is a wrong setting; one that
 * does not answer may do so later: the site starts without it, and /readyz says so.
 * @throws ConfigError when the store refuses
 */
export async function checkFileStore(): Promise<void> {
  if (!config().fileStoreUrl) return;
  try {
    await pingFileStore();
  } catch (error) {
    const status = statusOf(error);
    const reason = `${error instanceof Error ? `${error.name}: ` : ''}${said(error)}`;
    if (status >= 300 && status < 500) {
      const advice =
        'correct key, secret, bucket and ?region=, and let the key read, write, list and delete';
      throw new ConfigError(`FILE_STORE_URL: the store refuses (${reason}); ${advice}`);
    }
    log().warn(`FILE_STORE_URL: the store does not answer (${reason}); files wait until it does`);
  }
}

/**
 * Tries the key that backups are encrypted to; otherwise the first night would find it wrong.
 * @throws Refusal when it is none
 */
export async function checkBackupRecipient(): Promise<void> {
  const { recipient } = config().backup;
  if (recipient === undefined) return;
  const { cipherFor } = await import('~/features/operations/backup/store/backup-cipher.server');
  cipherFor(recipient, '');
}

/** The HTTP status that the S3 client has noted; 0 when there was no answer. */
function statusOf(error: unknown): number {
  if (!(error instanceof Error) || !('$metadata' in error)) return 0;
  const about: unknown = error.$metadata;
  return typeof about === 'object' && about !== null && 'httpStatusCode' in about
    ? Number(about.httpStatusCode)
    : 0;
}

/**
 * Says in the log which of the services beside the site cannot be used, a line for each variable.
 * None of them stops the start: reads go to the primary, mails and uploads wait, and passwords open
 * accounts as ever.
 */
export async function tellOfUnusableServices(): Promise<void> {
  const problems = await Promise.all([
    replicaProblem(),
    mailProblem(),
    providerProblem(),
    scannerProblem(),
  ]);
  for (const problem of problems) if (problem) log().warn(problem);
}

async function mailProblem(): Promise<string | null> {
  const { smtpUrl } = config().mail;
  if (!smtpUrl) return null;
  try {
    (await openSmtpSession(smtpUrl)).close();
    return null;
  } catch (error) {
    return smtpProblem(error, smtpUrl);
  }
}

async function providerProblem(): Promise<string | null> {
  const issuer = config().hostedProvider?.issuer;
  if (!issuer) return null;
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) return `OIDC_ISSUER: ${address} answers ${answer.status}; correct the address`;
    const found: unknown = await answer.json();
    const named = typeof found === 'object' && found !== null && 'issuer' in found && found.issuer;
    if (String(named).replace(/\/$/, '') === issuer.replace(/\/$/, '')) return null;
    return `OIDC_ISSUER: the provider calls itself ${String(named).slice(0, 200)}; write it like that`;
  } catch (error) {
    return `OIDC_ISSUER: ${address} does not answer (${said(error)}); correct the address`;
  }
}

async function scannerProblem(): Promise<string | null> {
  const address = config().intranet.virusScanner;
  if (!address) return null;
  const [host = '', port = ''] = address.split(/:(?=\d+$)/);
  const path = port ? undefined : address;
  return new Promise((resolve) => {
    const socket = path
      ? connect({ path })
      : connect({ host: host.replaceAll(/[[\]]/g, ''), port: Number(port) });
    const say = (error: Error | null) => {
      socket.destroy();
      resolve(
        error &&
          `CLAMD_ADDRESS: no scanner answers at ${address} (${said(error)}); uploads wait until one does`,
      );
    };
    socket.setTimeout(timeoutMs, () => say(new Error('no answer in time')));
    socket.once('connect', () => say(null)).once('error', say);
  });
}
