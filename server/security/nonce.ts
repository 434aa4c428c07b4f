import { randomFillSync } from 'node:crypto';

/** Bytes of a nonce: 128 bits, as CSP Level 3 section 7.1 requires. */
const size = 16;
const supply = Buffer.alloc(size * 256);
let used = supply.length;

/**
 * A number that is used once, for the content security policy of one answer. The random bytes of
 * many are fetched together: to ask for sixteen takes as long as to ask for thousands.
 */
export function newNonce(): string {
  if (used === supply.length) {
    randomFillSync(supply);
    used = 0;
  }
  const nonce = supply.toString('base64', used, used + size);
  supply.fill(0, used, used + size);
  used += size;
  return nonce;
}
