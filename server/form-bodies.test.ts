import { expect, test } from 'vitest';
import { Hono } from 'hono';
import { formBodies } from './form-bodies';

/** What an action of a page does first. */
const app = new Hono();
app.use(formBodies);
app.post('*', async (context) => {
  const form = await context.req.raw.formData();
  return context.json([...form]);
});

async function send(headers: Record<string, string>, body?: BodyInit, path = '/settings') {
  const answer = await app.request(path, { method: 'POST', headers, ...(body ? { body } : {}) });
  return { status: answer.status, text: await answer.text() };
}

const multipart = (rest: string) =>
  `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nwords${rest}`;
const boundary = { 'Content-Type': 'multipart/form-data; boundary=b' };

test('forms come through as they were sent', async () => {
  const words = '[["a","words"]]';
  const plain = { 'Content-Type': 'Application/x-www-form-urlencoded; charset=UTF-8' };
  expect(await send(plain, 'a=words')).toEqual({ status: 200, text: words });
  expect(await send(boundary, multipart('\r\n--b--\r\n'))).toEqual({ status: 200, text: words });
});

test('a request without a body is a form without fields', async () => {
  expect(await send({})).toEqual({ status: 200, text: '[]' });
  expect(await send({ 'Content-Length': '0' })).toEqual({ status: 200, text: '[]' });
});

test.each([
  ['no end', boundary, multipart('')],
  ['no boundary', { 'Content-Type': 'multipart/form-data' }, multipart('\r\n--b--\r\n')],
  ['nothing', boundary, 'x'],
])('a form with %s is malformed', async (_what, headers, body) => {
  expect((await send(headers, body)).status).toBe(400);
});

test.each<Record<string, string>>([
  { 'Content-Type': 'application/json' },
  { 'Content-Type': 'text/plain' },
  { 'Content-Type': '' },
  { 'Content-Length': '2' },
])('what no page could read is refused: %o', async (headers) => {
  expect((await send(headers, new Uint8Array([123, 125]))).status).toBe(415);
});
