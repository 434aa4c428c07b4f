import { asksNotToBeTracked } from '~/features/consent/asks-not-to-be-tracked';
import { buildVersion, buildVersionDate } from '~/config/build-version';
import { type ConsentChoices, consentIn, denied } from '~/features/consent/consent-choice';
import { scrub, scrubPath } from './scrub';
import type { ReportedError } from './error-schemas';
import { isIgnoredError } from './ignored-errors';
import { maxErrorsPerSession } from './session-limit';

/**
 * Sends uncaught errors to the site's own server (spec section 8), with the visitor's consent. Loaded
 * only where error tracking is enabled; what is sent is without addresses, tokens and ids.
 */

/** Spec section 3: 32 random bytes in hex, made once per app session; nothing is stored. */
const sessionToken = hexOf(crypto.getRandomValues(new Uint8Array(32)));

const sent = new Set<string>();

/** What is known about the error of an event, a rejection or a boundary. */
export async function trackError(thrown: unknown, purposes: string): Promise<void> {
  const { message, stackTrace } = describe(thrown);
  if (isIgnoredError(message, stackTrace)) return;
  const choices = consentIn(document.cookie, { purposes, now: Date.now() })?.choices ?? denied;
  // Spec section 8: in non-production builds the console says it as well.
  // oxlint-disable-next-line no-console
  if (import.meta.env.DEV) console.error(thrown);
  if (!choices.errorTracking) return;
  const url = scrubPath(location.pathname);
  const hash = await sha1([message, stackTrace ?? '', url].join('\n'));
  if (sent.has(hash) || sent.size >= maxErrorsPerSession) return;
  sent.add(hash);
  const report: ReportedError = {
    message,
    stackTrace,
    url,
    sessionToken,
    user: userFor(choices),
    version: buildVersion,
    versionDate: buildVersionDate,
    hash,
  };
  await send(report);
}

/** Waits for the line when there is none; then the report is sent once. */
async function send(report: ReportedError): Promise<void> {
  const request = () =>
    fetch('/tracked-errors', {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(report),
    });
  await request().catch(() => {
    addEventListener('online', () => void request().catch(() => undefined), { once: true });
  });
}

function describe(thrown: unknown): { message: string; stackTrace: string | null } {
  if (thrown instanceof Error) {
    const message = `${thrown.name}: ${thrown.message}`;
    return {
      message: short(message, 2_000),
      stackTrace: short(thrown.stack ?? '', 10_000) || null,
    };
  }
  return { message: short(asText(thrown), 2_000), stackTrace: null };
}

function asText(value: unknown): string {
  // An empty string is written with its quotes, since a report has to say something.
  if (typeof value === 'string' && value !== '') return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

const short = (text: string, length: number) =>
  scrub(text.replaceAll('\0', '').slice(0, 2 * length)).slice(0, length);

/** Spec section 3: a reference only with consent of the type of analytics and a login marker. */
function userFor(choices: ConsentChoices): ReportedError['user'] {
  if (!hasMarker()) return 'unauthenticated';
  return choices.analytics && !asksNotToBeTracked() ? 'reference' : 'anonymous';
}

function hasMarker(): boolean {
  try {
    return localStorage.getItem('user') !== null;
  } catch {
    return false;
  }
}

/** Spec section 8: identical errors are told by SHA-1; it protects nothing here. */
async function sha1(text: string): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))));
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
