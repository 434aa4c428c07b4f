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
