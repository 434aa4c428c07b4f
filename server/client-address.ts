import { isIP } from 'node:net';

/**
 * The address a request really comes from. `X-Forwarded-For` counts only as far as it was written
 * by our own reverse proxies: the entry that the outermost trusted proxy added.
 * @param socketAddress address of the connection
 * @param forwarded value of `X-Forwarded-For`
 * @param trustedProxies how many proxies stand in front (0: the header is ignored)
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwarded: string | undefined,
  trustedProxies: number,
): string {
  const direct = withoutMapping(socketAddress ?? '') || 'unknown';
  if (trustedProxies === 0 || !forwarded) return direct;
  const chain = forwarded.split(',').map((part) => withoutMapping(part.trim()));
  const claimed = chain.at(-trustedProxies);
  return claimed && isIP(claimed) ? claimed : direct;
}

/** IPv4 written as IPv6 (RFC 4291 section 2.5.5.2) is the same address. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
