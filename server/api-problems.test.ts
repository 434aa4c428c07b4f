import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { apiProblems } from './api-problems';

test('what is replaced by a problem is given up, so that its place is free again', async () => {
  let isGivenUp = false;
  const app = new Hono();
  app.use('/api/*', apiProblems);
  app.get('/api/file', () => {
    const body = new ReadableStream({
      cancel() {
        isGivenUp = true;
      },
    });
    const headers = { 'Content-Type': 'text/html', 'Content-Length': '7', Vary: 'Cookie' };
    return new Response(body, { status: 404, headers });
  });
  const answer = await app.request('/api/file');
  expect(await answer.json()).toEqual({ type: 'about:blank', title: 'Not Found', status: 404 });
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'application/problem+json',
    vary: 'Cookie',
  });
  expect(isGivenUp).toBe(true);
});
