import { expect, test } from 'vitest';
import { newNonce } from './nonce';

test('a thousand nonces are each another, of 128 bits', () => {
  const nonces = Array.from({ length: 1_000 }, newNonce);
  expect(new Set(nonces).size).toBe(1_000);
  for (const nonce of nonces) expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
});
