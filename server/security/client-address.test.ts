import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientAddress } from './client-address';

describe('the address of a client', () => {
  test.each([
    // socket, X-Forwarded-For, trusted proxies, result
    ['192.0.2.1', undefined, 0, '192.0.2.1'],
    ['192.0.2.1', '203.0.113.9', 0, '192.0.2.1'],
    ['::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
    ['2001:db8::1', undefined, 0, '2001:db8::1'],
    [undefined, undefined, 0, 'unknown'],
    ['10.0.0.1', '192.0.2.1', 1, '192.0.2.1'],
    ['10.0.0.1', '203.0.113.9, 192.0.2.1', 1, '192.0.2.1'],
    ['10.0.0.1', '203.0.113.9, 192.0.2.1, 10.0.0.2', 2, '192.0.2.1'],
    ['10.0.0.1', '127.0.0.1,127.0.0.1,192.0.2.1', 1, '192.0.2.1'],
    ['10.0.0.1', '::ffff:192.0.2.1', 1, '192.0.2.1'],
    ['10.0.0.1', '2001:db8::1', 1, '2001:db8::1'],
    ['10.0.0.1', undefined, 1, '10.0.0.1'],
    ['10.0.0.1', '', 1, '10.0.0.1'],
    ['10.0.0.1', '192.0.2.1', 2, '10.0.0.1'],
    ['10.0.0.1', '192.0.2.1, unknown', 1, '10.0.0.1'],
    ['10.0.0.1', '192.0.2.1:4711', 1, '10.0.0.1'],
    ['10.0.0.1', "' or 1=1", 1, '10.0.0.1'],
    ['10.0.0.1', '192.0.2.1,', 1, '10.0.0.1'],
  ])('of %s with %j behind %i is %s', (...[socket, forwarded, proxies, address]) => {
    expect(clientAddress(socket, forwarded, proxies)).toBe(address);
  });

  test('does not depend on what the client claims before our proxies', () => {
    const address = fc.ipV4();
    const claimed = fc.oneof(
      fc.string().map((text) => text.replaceAll(/[\r\n]/g, '')),
      address,
    );
    fc.assert(
      fc.property(
        fc.array(claimed),
        address,
        fc.integer({ min: 1, max: 5 }),
        (claims, real, proxies) => {
          // The client's own header, then what the outermost of our proxies saw, then the inner ones.
          const inner = Array.from({ length: proxies - 1 }, (_, number) => `10.0.0.${number}`);
          const header = [...claims, real, ...inner].join(', ');
          expect(clientAddress('10.0.0.99', header, proxies)).toBe(real);
          expect(clientAddress(real, header, 0)).toBe(real);
        },
      ),
    );
  });
});
