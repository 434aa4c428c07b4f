import { describe, expect, test } from 'vitest';
import { asking, post, site } from '../test/asking';
import { configure } from '../test/configure';
import { echoBuild } from '../test/echo-build';
import { createApp } from './app';

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
    for (const path of ['/form', '/form.data', '/']) {
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
