import { HOTP, Secret, TOTP } from 'otpauth';

/** Time-based one-time passwords as every authenticator app makes them (RFC 6238, SHA-1). */
const totpOf = (secret: string) => new TOTP({ secret, period: 30, digits: 6, algorithm: 'SHA1' });

/** A new secret of 160 bits (RFC 4226 section 4, R6) in base 32 (RFC 4648), to type or to scan. */
export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The number of the time step that a moment lies in. */
export function totpStepAt(moment: Date): number {
  return TOTP.counter({ timestamp: moment.getTime() });
}

/** The code of a time step (RFC 4226 section 5.3). */
export function totpCode(secret: string, step: number): string {
  return HOTP.generate({ secret: Secret.fromBase32(secret), counter: step });
}

/**
 * The time step whose code was typed: the present one, or the one before it, since typing takes time
 * and clocks differ (RFC 6238 section 5.2 allows one step).
 */
export function matchingTotpStep(secret: string, typed: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: typed, timestamp, window: 1 });
  return delta === null || delta > 0 ? null : totpStepAt(now) + delta;
}

/** What the square picture holds (Key Uri Format of the authenticator apps). */
export function totpAddress(secret: string, { site, email }: { site: string; email: string }) {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(site)}`;
}
