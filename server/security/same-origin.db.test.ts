import { describe, expect, test } from 'vitest';
import { asking, post, site } from '../../tests/support/site/asking';
import { configure } from '../../tests/support/database/configure';
import { echoBuild } from '../../tests/support/site/echo-build';
import { createApp } from '../app';

const ask = asking(createApp({ build: () => echoBuild, mode: 'production' }));

describe('requests from elsewhere', () => {
  const own = { Origin: site };
  const evil = { Origin: 'https://evil.example' };
  const table: [string, HeadersInit, number][] = [
    ['POST', own, 200],
    ['POST', {}, 200],
    ['POST', { 'Sec-Fetch-Site': 'same-origin' }, 200],
    ['POST', { 'Sec-Fetch-Site': 'same-origin', ...own }, 200],
    ['POST', { 'Sec-Fetch-Site': 'none' }, 200],
    ['POST', evil, 403],
    ['POST', { Origin: 'null' }, 403],
    ['POST', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }, 403],
    ['POST', { 'Sec-Fetch-Site': 'same-origin', ...evil }, 403],
    ['POST', { Origin: '' }, 403],
    ['POST', { Origin: `${site}.evil.example` }, 403],
    ['POST', { Origin: `${site}:8443` }, 403],
    ['POST', { Origin: 'http://association.example' }, 403],
    ['POST', { Origin: `${site}/` }, 403],
    ['POST', { Origin: site.toUpperCase() }, 403],
    ['POST', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['POST', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['POST', { 'Sec-Fetch-Site': 'cross-site', ...own }, 403],
    ['POST', { 'Sec-Fetch-Site': 'anything' }, 403],
    ['POST', { ...evil, Host: 'evil.example' }, 403],
    ['POST', { ...evil, 'X-Forwarded-Host': 'evil.example' }, 403],
    ['PUT', evil, 403],
    ['PATCH', evil, 403],
    ['DELETE', evil, 403],
    ['DELETE', own, 405],
    ['GET', evil, 200],
    ['GET', { 'Sec-Fetch-Site': 'cross-site' }, 200],
    ['HEAD', evil, 200],
  ];

  test.each(table)('%s with %j answers %i', async (method, headers, status) => {
    for (const path of ['/form', '/form.data', '/', '/page', '/page.data']) {
      expect((await ask(path, { method, headers })).status).toBe(status);
    }
  });

  test('are measured by the configured origin, never by Host', async () => {
    configure({ ORIGIN: 'https://other.example' });
    expect((await ask('/form', post('a', { Origin: site }))).status).toBe(403);
    expect((await ask('/form', post('a', { Origin: 'https://other.example' }))).status).not.toBe(
      403,
    );
  });
});

describe('behind a proxy that ends TLS', () => {
  const app = createApp({ build: () => echoBuild, mode: 'production' });
  const proxied = (path: string, headers: Record<string, string>) =>
    app.request(
      `http://127.0.0.1:3000${path}`,
      post('a=b', { 'X-Forwarded-Proto': 'https', ...headers }),
      {},
    );

  test.each(['/form', '/form.data', '/page', '/page.data'])('%s takes a form', async (path) => {
    for (const host of ['association.example', '127.0.0.1:3000', 'evil.example']) {
      const answer = await proxied(path, { Host: host, Origin: site });
      expect(answer.status).toBeLessThan(300);
    }
    expect((await proxied(path, {})).status).toBeLessThan(300);
  });

  test('another origin is refused, also that of the connection', async () => {
    const others = ['http://127.0.0.1:3000', 'http://association.example', 'https://evil.example'];
    for (const Origin of others) expect((await proxied('/page', { Origin })).status).toBe(403);
  });

  test('pages see the address that the browser has asked for, and what was sent', async () => {
    const answer = await proxied('/form?a=%2F', { Origin: site, Cookie: 'c=d' });
    expect(await answer.json()).toMatchObject({
      origin: site,
      path: '/form',
      search: '?a=%2F',
      length: 3,
      cookie: 'c=d',
    });
  });

  test('a demonstration without a configured origin is reached at any of its names', async () => {
    configure({ ORIGIN: '' });
    expect((await proxied('/page', { Origin: 'http://127.0.0.1:3000' })).status).toBe(200);
    expect((await proxied('/page', { Origin: 'http://127.0.0.1:4000' })).status).toBe(403);
  });
});
