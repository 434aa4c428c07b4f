import { describe, expect, test } from 'vitest';
import { asking, post, site } from '../tests/support/site/asking';
import { echoBuild } from '../tests/support/site/echo-build';
import { createApp } from './app';

const ask = asking(createApp({ build: () => echoBuild, mode: 'production' }));
const oneClick = 'List-Unsubscribe=One-Click';
const path = '/unsubscribe/0123';
const mailProgram = { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' };
const sent = (body: string, headers: Record<string, string> = mailProgram) =>
  post(body, {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(body.length),
    ...headers,
  });

describe('one click in a mail program (RFC 8058)', () => {
  test('passes from anywhere, with the query, and brings nothing of the sender along', async () => {
    const init = sent(oneClick, { ...mailProgram, Cookie: '__Host-session=stolen' });
    const response = await ask(`${path}?list=events`, init);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      method: 'POST',
      path,
      search: '?list=events',
      length: oneClick.length,
      cookie: null,
    });
  });

  test('passes where the program is no browser', async () => {
    expect((await ask(path, sent(oneClick, {}))).status).toBe(200);
  });

  test.each([
    ['another body', path, 'intent=leave-all'],
    ['more in the body', path, `${oneClick}&intent=leave-all`],
    ['the same twice', path, `${oneClick}&${oneClick}`],
    ['a long body', path, `${oneClick}&a=${'b'.repeat(5000)}`],
    ['another page', '/settings', oneClick],
    ['a page below', `${path}/more`, oneClick],
    ['the data of the page', '/unsubscribe', oneClick],
  ])('does not pass with %s', async (_what, address, body) => {
    expect((await ask(address, sent(body))).status).toBe(403);
  });

  test('leaves requests of this site as they are', async () => {
    const init = sent('intent=undo', { Origin: site, Cookie: 'lang=fr' });
    expect(await (await ask(path, init)).json()).toMatchObject({ cookie: 'lang=fr' });
  });
});
