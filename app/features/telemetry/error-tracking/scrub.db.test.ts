import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scrub, scrubPath } from './scrub';

test.each([
  ['No account for judge@court.example here', 'No account for [e-mail] here'],
  ['judge%40court.example', '[e-mail]'],
  ['user 0197fa10-0000-7000-8000-000000000001 is gone', 'user [id] is gone'],
  ['token 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'token [token]'],
  ['Bearer eyJhbGciOi.eyJzdWIi.sig', 'Bearer [token]'],
  [
    'at f (http://site.example/assets/x-B1.js?token=abc:10:5)',
    'at f (http://site.example/assets/x-B1.js:10:5)',
  ],
  ['/search?q=private%20words', '/search'],
  ['from 192.0.2.7', 'from [address]'],
  ['nothing of the sort', 'nothing of the sort'],
])('%s', (given, expected) => {
  expect(scrub(given)).toBe(expected);
});

test.each([
  ['No account for anna@müller-gericht.de here', 'No account for [e-mail] here'],
  ['anna%40müller-gericht.de', '[e-mail]'],
  ['anna@m%C3%BCller-gericht.de%20is', '[e-mail]%20is'],
  ['anna%40m%c3%bcller%2Ede', '[e-mail]'],
  ['анна@суд.рф', '[e-mail]'],
  ['anna@δικαστήριο。gr', '[e-mail]'],
  ['Not "x" but "anna bell"@court.example.', 'Not "x" but [e-mail].'],
  ['%22anna%20bell%22@court.example', '[e-mail]'],
  ['"a\\"b c"@müller.de', '[e-mail]'],
  ['anna@[192.0.2.7]', '[e-mail]'],
])('the address in %s', (given, expected) => {
  expect(scrub(given)).toBe(expected);
});

test.each([
  '2001:db8::1',
  '2001:0DB8:0000:0000:0000:0000:0000:0001',
  '2001:db8:1:2:3:4:5:6',
  '2001:db8::',
  '::1',
  '::ffff:192.0.2.7',
  '64:ff9b::192.0.2.7',
  '0:0:0:0:0:ffff:192.0.2.7',
  'fe80::1%eth0',
  'fd00::a:b:c',
  'fdab::cd',
  '2001%3Adb8%3A%3A1',
])('the network address %s', (address) => {
  expect(scrub(address)).toBe('[address]');
  expect(scrub(`connect ECONNREFUSED ${address}:5432 now`)).toBe(
    'connect ECONNREFUSED [address] now',
  );
  expect(scrub(`(from ${address}, http://[${address}]:3000/x)`)).toBe(
    '(from [address], http://[[address]]:3000/x)',
  );
});

test.each([
  'at 10:15:30',
  '2026-11-28T10:15:30.123Z',
  '10:15',
  'a::b',
  'std::x and std::vec::Vec',
  'fade::decade',
  'cafe::Bean',
  'li::before',
  'listening on :: alone',
  'at f (http://site.example/assets/abc.js:10:5)',
  'at abc:10:5',
  '00:1a:2b:3c:4d:5e',
  'node:internal/deps:12:3',
  '@scope/package and me@home',
])('%s is no address', (text) => {
  expect(scrub(text)).toBe(text);
});

test('an encoded address in brackets goes too', () => {
  expect(scrub('/x/%5B2001%3Adb8%3A%3A1%5D')).not.toContain('db8');
});

test.each(['%3a', 'a:', ':', '::1%', 'eyJ-', '%40', '?:1'])('many %s are soon read', (part) => {
  // More than this nobody would wait for: a pattern that tries every split never ends.
  expect(scrub(part.repeat(20_000))).toBeTypeOf('string');
});

const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
const scripts = fc.stringMatching(/^[a-zäöüßéèñαβγдежи]{1,20}$/);

test('no address of the network survives, nor one with a domain of any script', () => {
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), fc.nat(7), (groups, at) => {
      expect(scrub(`by ${groups.join(':')}.`)).toBe('by [address].');
      const short = `${groups.slice(0, at).join(':')}::${groups.slice(at + 2).join(':')}`;
      const isPlain = /\d/.test(short) || short.split(':').filter(Boolean).length > 2;
      if (isPlain) expect(scrub(`by ${short} `)).toBe('by [address] ');
    }),
  );
  fc.assert(
    fc.property(scripts, scripts, (local, host) => {
      const address = `${local}@${host}.${host}`;
      for (const written of [address, encodeURIComponent(address), encodeURI(address)])
        expect(scrub(`for ${written} `)).toBe('for [e-mail] ');
    }),
  );
});

test('no address survives, whatever stands around it', () => {
  fc.assert(
    fc.property(fc.string(), fc.emailAddress(), fc.string(), (before, address, after) => {
      expect(scrub(`${before} ${address} ${after}`)).not.toContain(address);
    }),
  );
});

test('the name of a built file stays readable', () => {
  const line = 'at render (http://site.example/assets/topic.route-Dk3x9aQ1.js:2:1401)';
  expect(scrub(line)).toBe(line);
});

test('no token survives in a path, whatever it begins and ends with', () => {
  const tokens = fc.uint8Array({ minLength: 24, maxLength: 48 });
  fc.assert(
    fc.property(tokens, (bytes) => {
      const token = Buffer.from(bytes).toString('base64url');
      expect(scrubPath(`/reset-password/${token}`)).toBe('/reset-password/[token]');
    }),
    { examples: [[new Uint8Array(32).fill(251)], [new Uint8Array(32).fill(105)]] },
  );
});

test('a path loses its ids, query and fragment', () => {
  expect(scrubPath('/user/0197fa10-0000-7000-8000-000000000001?tab=1#x')).toBe('/user/[id]');
  expect(scrubPath('/invitation/3q2-7wAAbbCCddEEffGG00112233445566778899')).toBe(
    '/invitation/[token]',
  );
});
