import { createServer, get, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { captureLog } from '../../tests/support/site/captured-log';
import { configure } from '../../tests/support/database/configure';
import { echoBuild } from '../../tests/support/site/echo-build';
import { noteRequestId, withAccessLog } from './access-log';
import { routePatterns } from '../security/route-patterns';

let server: Server;
let port = 0;
let captured: ReturnType<typeof captureLog>;

beforeAll(async () => {
  const answer = withAccessLog(undefined, routePatterns(echoBuild));
  server = createServer((request, response) =>
    answer(request, response, () => {
      noteRequestId(response, 'the-id');
      const [, status] = /^\/status\/(\d{3})$/.exec(request.url ?? '') ?? [];
      if (status) response.statusCode = Number(status);
      if (request.url === '/page/endless') response.write('begun');
      else response.end('done');
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
beforeEach(() => {
  captured = captureLog();
});
afterEach(() => captured.release());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const request = (path: string, breakOff = false) =>
  new Promise<void>((resolve, reject) => {
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      response.once('data', () => breakOff && response.destroy());
      response.once('close', resolve);
    }).once('error', reject);
  });

async function untilLogged(): Promise<void> {
  await expect.poll(() => captured.lines).toHaveLength(1);
}

test('a request is one line, with the pattern of its route and without anybody’s address', async () => {
  configure({ FLAGS: 'accessLog', TRUSTED_PROXIES: '1' });
  await request('/page?token=secret');
  await untilLogged();
  const [line] = captured.lines;
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    method: 'GET',
    route: '/page',
    status: 200,
    requestId: 'the-id',
    ms: expect.any(Number),
    msg: 'request',
  });
});

test('the address of who asked is there where that is chosen', async () => {
  configure({ FLAGS: 'accessLog,accessLogAddresses', TRUSTED_PROXIES: '1' });
  await request('/page');
  await untilLogged();
  expect(captured.lines[0]).toMatchObject({ address: '203.0.113.7' });
});

test.each([400, 409, 422, 429, 503])(
  'one that was answered %i has its line too',
  async (status) => {
    configure({ FLAGS: 'accessLog' });
    await request(`/status/${status}`);
    await untilLogged();
    expect(captured.lines[0]).toMatchObject({ msg: 'request', status, requestId: 'the-id' });
  },
);

test('one that the client broke off says so, and is no error', async () => {
  configure({ FLAGS: 'accessLog' });
  await request('/page/endless', true);
  await untilLogged();
  expect(captured.lines[0]).toMatchObject({ level: 'info', aborted: true, route: '/*' });
});
