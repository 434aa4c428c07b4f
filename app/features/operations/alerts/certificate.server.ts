import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { config } from '~/config/config.server';
import { minuteLong, type Reading } from '~/features/operations/health/health-check';

const dayLong = 24 * 60 * minuteLong;
/** Days before its end: certbot renews at 30, so that something has failed by then. */
const daysLeft = { attention: 21, bad: 7 };
/** Milliseconds for the connection. */
const timeoutMs = 3_000;
/** Milliseconds for which an answer lasts: pages and looks need not connect each time. */
const lasts = 10 * minuteLong;

let known: { origin: string; at: number; until: Promise<Date | null> } | undefined;

/** The certificate that the site's own address shows; only in production behind HTTPS. */
export async function readCertificate(): Promise<Reading | null> {
  const { production, server } = config();
  if (!production || !server.origin.startsWith('https:')) return null;
  if (known?.origin !== server.origin || Date.now() - known.at > lasts) {
    known = { origin: server.origin, at: Date.now(), until: findEnd(new URL(server.origin)) };
  }
  const until = await known.until;
  if (until === null) {
    return { verdict: 'unknown', advice: 'health.certificate.unknown', facts: factsOf(null) };
  }
  const days = (until.getTime() - Date.now()) / dayLong;
  const verdict = days < daysLeft.bad ? 'bad' : days < daysLeft.attention ? 'attention' : 'good';
  return {
    verdict,
    advice: verdict === 'good' ? 'health.certificate.good' : 'health.certificate.ends',
    facts: factsOf(until),
  };
}

const factsOf = (until: Date | null): Reading['facts'] => [
  { label: 'health.valid-until', value: until, metric: 'site_certificate_end_seconds' },
];

/**
 * When the certificate ends. Nothing is sent and nothing trusted, so that one that is over, or made
 * by an authority of one's own, is read as well.
 * @returns null when there is no connection
 */
function findEnd({ hostname, port }: URL): Promise<Date | null> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      // An address is no name of a server (RFC 6066 section 3).
      ...(isIP(host) ? {} : { servername: host }),
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    const finish = (until: Date | null) => {
      resolve(until);
      socket.destroy();
    };
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      finish(Number.isNaN(until.getTime()) ? null : until);
    });
    socket.once('timeout', () => finish(null));
    socket.once('error', () => finish(null));
  });
}
