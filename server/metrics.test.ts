import { createServer, get, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenTo } from '~/platform/live.server';
import { countJob, countMail, metricsToken } from '~/platform/metrics.server';
import { withMetrics } from './metrics';

let server: Server;
let port = 0;

beforeAll(async () => {
  const before = withMetrics((request, response, next) => {
    if (request.url === '/kept') response.end('from memory');
    else next();
  });
  server = createServer((request, response) =>
    before(request, response, () => response.writeHead(404).end('not found')),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});

afterAll(() => server.close());

function ask(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    }).once('error', reject);
  });
}

test('figures tell of requests, jobs, mails, listeners and the process', async () => {
  await ask('/kept');
  await ask('/members/somebody@court.example');
  countJob('deliver-mail', 'done');
  countMail('sent');
  const stop = listenTo(['test/topic'], () => undefined);
  const { status, text } = await ask('/metrics', { Authorization: `Bearer ${metricsToken()}` });
  stop();
  expect(status).toBe(200);
  expect(text).toContain('site_request_seconds_count{method="GET",status="200"} 1');
  expect(text).toContain('site_request_seconds_count{method="GET",status="404"} 1');
  expect(text).toContain('site_jobs_total{job="deliver-mail",result="done"} 1');
  expect(text).toContain('site_mails_total{result="sent"} 1');
  expect(text).toContain('site_live_listeners 1');
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).not.toContain('court.example');
});

test('nobody finds them without the token, also from this very machine', async () => {
  const wrong = metricsToken().replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));
  const basic = Buffer.from(`metrics:${metricsToken()}`).toString('base64');
  for (const authorization of ['', 'Bearer', 'Bearer ', `Bearer ${wrong}`, `Basic ${basic}`]) {
    const headers: Record<string, string> = authorization ? { Authorization: authorization } : {};
    expect(await ask('/metrics', headers), authorization).toMatchObject({ status: 404 });
  }
  const right = { Authorization: `Bearer ${metricsToken()}` };
  expect(await ask('/metrics', { ...right, Via: '1.1 proxy' })).toMatchObject({ status: 200 });
  expect(await ask('/metrics?x=1', right)).toMatchObject({ status: 404 });
});
