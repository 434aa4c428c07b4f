import { parseSmtpUrl } from '~/lib/smtp-url';

/** Milliseconds until a server has to have taken the connection, and to have greeted. */
const patience = 10_000;

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
    connectionTimeout: patience,
    greetingTimeout: patience,
  };
}

const untrusted = /certificate|CERT_|SELF_SIGNED|UNABLE_TO_VERIFY|altnames/i;

/**
 * Why the server of SMTP_URL has not taken a mail, in one line that says what to do.
 * @param address as in SMTP_URL; of it the line says host and port only
 */
export function smtpProblem(error: unknown, address: string): string {
  const { host, port, secure } = parseSmtpUrl(address);
  const server = `SMTP_URL: ${host}:${port}`;
  const said = error instanceof Error ? error.message : String(error);
  const reply = said.replaceAll(/\s+/g, ' ').slice(0, 300);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (untrusted.test(said)) {
    return `${server} has a certificate that is not trusted (${reply}); name the host as its certificate does, or give its authority in NODE_EXTRA_CA_CERTS`;
  }
  if (/wrong version number|packet length/i.test(said) && secure) {
    return `${server} does not begin with TLS; write smtp:// if it offers STARTTLS`;
  }
  if (/STARTTLS/.test(said)) {
    return `${server} offers no encryption (STARTTLS), and without it no mail goes out; use a server that does, or add ?tls=off to send unencrypted`;
  }
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return `${server} refuses user and password (${reply}); correct them`;
  }
  if (/ENOTFOUND|EAI_AGAIN/.test(said) || code === 'EDNS') {
    return `SMTP_URL: there is no host ${host} (${reply}); correct its name`;
  }
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(said)) {
    return `${server} takes no connection (${reply}); correct host and port, or start the mail server`;
  }
  if (code === 'ETIMEDOUT') {
    return `${server} does not answer in time; correct host and port, and look at the firewall`;
  }
  return `${server} answered: ${reply}`;
}
