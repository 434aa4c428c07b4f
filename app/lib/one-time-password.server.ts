import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Time-based one-time passwords as every authenticator app makes them (RFC 6238, SHA-1). */
const stepSeconds = 30;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret of 160 bits (RFC 4226 section 4, R6) in base 32 (RFC 4648), to type or to scan. */
export function makeTotpSecret(): string {
  // 32 divides 256, so every letter is as likely as the others.
  return [...randomBytes(32)].map((byte) => alphabet[byte % 32]).join('');
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const groups = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(groups.map((group) => Number.parseInt(group, 2)));
}

/** The number of the time step that a moment lies in. */
export function totpStepAt(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / stepSeconds);
}

/** The code of a time step (RFC 4226 section 5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0x0f;
  const number = (hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/**
 * The time step whose code was typed: the present one, or one before or after, since clocks differ
 * (RFC 6238 section 5.2).
 */
export function matchingTotpStep(secret: string, typed: string, now: Date): number | null {
  if (!/^\d{6}$/.test(typed)) return null;
  const present = totpStepAt(now);
  const steps = [present, present - 1, present + 1];
  return steps.find((step) => isEqual(totpCode(secret, step), typed)) ?? null;
}

function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** What the square picture holds (Key Uri Format of the authenticator apps). */
export function totpAddress(secret: string, { site, email }: { site: string; email: string }) {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(site)}`;
}
