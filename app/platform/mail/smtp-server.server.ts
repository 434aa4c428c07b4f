import { parseSmtpUrl } from '~/config/smtp-url';

/** Milliseconds until a server has to have taken the connection, and to have greeted. */
const timeoutMs = 10_000;

/** How nodemailer reaches the server of SMTP_URL. @param address as in SMTP_URL */
export function smtpOptions(address: string) {
  const { host, port, secure, tls, auth } = parseSmtpUrl(address);
  return {
    host,
    port,
    secure,
    auth,
    requireTLS: tls === 'required' && !secure,
    ignoreTLS: tls === 'off',
    // A mail server on this machine has a certificate of its own making (Debian's Postfix).
    tls: { rejectUnauthorized: tls !== 'offered' },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
  };
}

const untrusted = /certificate|CERT_|SELF_SIGNED|UNABLE_TO_VERIFY|altnames/i;

/** Why a mail server has not taken a mail. */
export type SmtpFailure =
  | 'untrusted'
  | 'no-tls'
  | 'no-starttls'
  | 'credentials'
  | 'no-host'
  | 'no-connection'
  | 'timeout'
  | 'answer';

/** The same with the host and port of the server, and with what it answered. */
export type SmtpRefusal = { reason: SmtpFailure; host: string; server: string; reply: string };

/** @param address as in SMTP_URL; of it the refusal holds host and port only */
export function smtpRefusal(error: unknown, address: string): SmtpRefusal {
  const { host, port } = parseSmtpUrl(address);
  const said = error instanceof Error ? error.message : String(error);
  const reply = said.replaceAll(/\s+/g, ' ').slice(0, 300);
  return { reason: reasonOf(error, said, address), host, server: `${host}:${port}`, reply };
}

function reasonOf(error: unknown, said: string, address: string): SmtpFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (untrusted.test(said)) return 'untrusted';
  if (/wrong version number|packet length/i.test(said) && parseSmtpUrl(address).secure) {
    return 'no-tls';
  }
  if (/STARTTLS/.test(said)) return 'no-starttls';
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'credentials';
  if (/ENOTFOUND|EAI_AGAIN/.test(said) || code === 'EDNS') return 'no-host';
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(said)) return 'no-connection';
  return code === 'ETIMEDOUT' ? 'timeout' : 'answer';
}

/** For log and command line, which are in English. */
const lines: Record<SmtpFailure, (refusal: SmtpRefusal) => string> = {
  untrusted: ({ server, reply }) =>
    `${server} has a certificate that is not trusted (${reply}); name the host as its certificate does, or give its authority in NODE_EXTRA_CA_CERTS`,
  'no-tls': ({ server }) =>
    `${server} does not begin with TLS; write smtp:// if it offers STARTTLS`,
  'no-starttls': ({ server }) =>
    `${server} offers no encryption (STARTTLS), and without it no mail goes out; use a server that does, or add ?tls=off to send unencrypted`,
  credentials: ({ server, reply }) =>
    `${server} refuses user and password (${reply}); correct them`,
  'no-host': ({ host, reply }) => `there is no host ${host} (${reply}); correct its name`,
  'no-connection': ({ server, reply }) =>
    `${server} takes no connection (${reply}); correct host and port, or start the mail server`,
  timeout: ({ server }) =>
    `${server} does not answer in time; correct host and port, and look at the firewall`,
  answer: ({ server, reply }) => `${server} answered: ${reply}`,
};

/**
 * Why the server of SMTP_URL has not taken a mail, in one line that says what to do.
 * @param address as in SMTP_URL; of it the line says host and port only
 */
export function smtpProblem(error: unknown, address: string): string {
  const refusal = smtpRefusal(error, address);
  return `SMTP_URL: ${lines[refusal.reason](refusal)}`;
}
