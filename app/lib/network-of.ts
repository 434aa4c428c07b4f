import { isIPv6 } from 'node:net';

/**
 * The network an address belongs to, as far as one customer is concerned: an IPv4 address itself,
 * the first 64 bits of an IPv6 address (RFC 6177: a site has at least a /64). IPv4 written as IPv6
 * (RFC 4291 section 2.5.5.2) counts as IPv4: else all such addresses were one network.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const mapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return mapped ? ipv4Of(groups.slice(6)) : `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups in lower case without leading zeros (RFC 5952); `URL` knows all spellings. */
function groupsOf(address: string): string[] {
  const [withoutZone = ''] = address.split('%', 1);
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::');
  const first = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last];
}

function ipv4Of(groups: string[]): string {
  const bytes = groups.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
}
