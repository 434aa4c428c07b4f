import { createHmac } from 'node:crypto';

/**
 * HMAC-SHA-256 of a value in hexadecimal: tells equal values apart from different ones without
 * keeping the value.
 * @param purpose separates the uses of one secret from each other
 */
export function keyedHash(secret: string, purpose: string, value: string): string {
  return createHmac('sha256', secret).update(purpose).update('\0').update(value).digest('hex');
}
