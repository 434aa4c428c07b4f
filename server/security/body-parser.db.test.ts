import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Hono } from 'hono';
import type { Environment } from '../app';
import { acceptForms, publicBudget } from './body-parser';

/** What the server knows of a connection. */
const incoming = { incoming: { socket: { remoteAddress: '192.0.2.9' } } };

/** What an action of a page does first. */
const app = new Hono<Environment>();
app.use(...acceptForms);
app.post('*', async (context) => {
  const form = await context.req.raw.formData();
  return context.json([...form]);
});

async function send(headers: Record<string, string>, body?: BodyInit, path = '/settings') {
  const init = { method: 'POST', headers, ...(body ? { body } : {}) };
  const answer = await app.request(path, init, incoming);
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

test('a form is parsed when it is the turn of its client, not before', async () => {
  const held = Promise.withResolvers<Response>();
  onTestFinished(() => held.resolve(new Response()));
  const busy = new Hono<Environment>();
  busy.use(...acceptForms);
  busy.get('*', () => held.promise);
  const pages = Array.from({ length: 3 }, () =>
    Promise.resolve(busy.request('/news', {}, incoming)),
  );
  const form = { method: 'POST', headers: boundary, body: multipart('') };
  const malformed = Promise.resolve(busy.request('/settings', form, incoming));
  const early = await Promise.race([malformed, pause(300, 'none yet')]);
  expect(early).toBe('none yet');
  held.resolve(new Response('a page'));
  await Promise.all(pages);
  expect((await malformed).status).toBe(400);
});

test.each<Record<string, string>>([
  { 'Content-Type': 'application/json' },
  { 'Content-Type': 'text/plain' },
  { 'Content-Type': '' },
  { 'Content-Length': '2' },
])('what no page could read is refused: %o', async (headers) => {
  expect((await send(headers, new Uint8Array([123, 125]))).status).toBe(415);
});

const fields = (count: number) =>
  Array.from({ length: count }, (_none, index) => `f${index}=`).join('&');
const parts = (count: number, header: string) =>
  `${`--b\r\n${header}: form-data; name="a"\r\n\r\n\r\n`.repeat(count)}--b--\r\n`;

test('fields are counted as those count them who parse the form', async () => {
  const many = Array.from({ length: 500 }, (_, index) => `f${index}=`).join('&');
  const disguised = { 'Content-Type': 'application/x-www-form-urlencoded; boundary=zzz' };
  expect((await send(disguised, many)).status).toBe(413);
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nwords\r\n';
  const parts = `${part.repeat(500)}--b--\r\n`;
  for (const parameters of [
    'xboundary=zzz; boundary=b',
    'a="; boundary=zzz"; boundary="b"',
    'BOUNDARY=b; boundary=zzz',
  ]) {
    const headers = { 'Content-Type': `multipart/form-data; ${parameters}` };
    expect((await send(headers, parts)).status).toBe(413);
  }
});

test('a form of a visitor has 200 fields and 64 kB at most', async () => {
  const plain = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect((await send(plain, fields(publicBudget.fields))).status).toBe(200);
  expect((await send(plain, fields(publicBudget.fields + 1))).status).toBe(413);
  expect((await send(plain, '&'.repeat(60_000))).status).toBe(413);
  expect((await send(plain, `a=${'b'.repeat(publicBudget.bytes - 2)}`)).status).toBe(200);
  expect((await send(plain, `a=${'b'.repeat(publicBudget.bytes - 1)}`)).status).toBe(413);
  for (const header of ['Content-Disposition', 'content-disposition']) {
    expect((await send(boundary, parts(100, header))).status).toBe(200);
    expect((await send(boundary, parts(300, header))).status).toBe(413);
  }
});
