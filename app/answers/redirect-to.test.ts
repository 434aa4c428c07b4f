import { expect, test } from 'vitest';
import { redirectTo } from './redirect-to.server';

test.each([
  ['/forum', null],
  ['/intranet/documents/0191f1a2-0000-7000-8000-000000000000/file', 'true'],
  ['/feeds/atom/en', 'true'],
])('%s is gone to by the browser itself: %s', (path, said) => {
  const answer = redirectTo(path, { headers: { 'X-More': 'kept' } });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('Location')).toBe(path);
  expect(answer.headers.get('X-More')).toBe('kept');
  expect(answer.headers.get('X-Remix-Reload-Document')).toBe(said);
});
