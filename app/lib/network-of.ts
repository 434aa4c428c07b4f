import { isIPv6 } from 'node:net';

/**
 * The network an address belongs to, as far as one customer is concerned: an IPv4 address itself,
 * the first 64 bits of an IPv6 address (RFC 6177: a site has at least a /64).
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('%', 1)[0]?.split('::') ?? [];
  const first = head ? head.split(':') : [];
  const last = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const groups = address.includes('::') ? [...first, ...zeros, ...last] : first;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
