import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf } from './network-of';

describe('networkOf', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['1:2:3:4::', '1:2:3:4::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['::5:6:7:8', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::a:b:c:d:e:192.0.2.1', '0:a:b:c::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('of %j is %j', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('an IPv4 address written as IPv6 is a network of its own', () => {
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('::ffff:c000:201')).toBe('192.0.2.1');
  });

  test('two IPv6 addresses share a network if and only if their first 64 bits are the same', () => {
    const group = fc.constantFrom('0', '1', '00ff', 'FF', 'abcd');
    const groups = fc.array(group, { minLength: 8, maxLength: 8 });
    /** One of the ways to write the same address (RFC 4291 section 2.2). */
    const written = groups.chain((all) =>
      fc.tuple(fc.nat(7), fc.nat(7)).map(([a, b]) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const isZero = all.slice(from, to + 1).every((part) => part === '0');
        if (!isZero) return { all, text: all.join(':') };
        return { all, text: `${all.slice(0, from).join(':')}::${all.slice(to + 1).join(':')}` };
      }),
    );
    fc.assert(
      fc.property(written, written, (one, other) => {
        const network = new BlockList();
        network.addSubnet(one.all.join(':'), 64, 'ipv6');
        const isSame = network.check(other.all.join(':'), 'ipv6');
        expect(networkOf(one.text) === networkOf(other.text)).toBe(isSame);
      }),
      { numRuns: 1000 },
    );
  });
});
