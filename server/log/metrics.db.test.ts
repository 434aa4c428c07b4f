import { createServer, get, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventStream, subscribe } from '~/platform/live.server';
import { countJob, countMail, metricsToken } from '~/platform/log/metrics.server';
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

const readFigures = () => ask('/metrics', { Authorization: `Bearer ${metricsToken()}` });

/** Figures that count since the process began, also what other test files of this process do. */
const counted = [
  'site_request_seconds_count{method="GET",status="200"}',
  'site_request_seconds_count{method="GET",status="404"}',
  'site_jobs_total{job="deliver-mail",result="done"}',
  'site_mails_total{result="sent"}',
  'site_live_listeners',
];

async function readCounted(): Promise<number[]> {
  const lines = (await readFigures()).text.split('\n');
  return counted.map((name) => {
    const line = lines.find((one) => one.startsWith(`${name} `));
    return Number(line?.slice(name.length) ?? 0);
  });
}

test('figures tell of requests, jobs, mails, listeners and the process', async () => {
  const before = await readCounted();
  await ask('/kept');
  await ask('/members/someone@court.example');
  countJob('deliver-mail', 'done');
  countMail('sent');
  const leaving = new AbortController();
  const page = eventStream(['test/topic', 'test/other'], leaving.signal, {
    mayStillListen: async () => true,
  });
  // What the program itself listens to is no page.
  const stop = subscribe(['test/topic'], () => undefined);
  // A request is counted once it has been closed, which the one who asked does not see.
  await expect.poll(readCounted).toEqual(before.map((number) => number + 1));
  const { status, text } = await readFigures();
  stop();
  leaving.abort();
  expect(page.headers.get('content-type')).toBe('text/event-stream');
  expect((await readCounted()).at(-1)).toBe(before.at(-1));
  expect(status).toBe(200);
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).not.toContain('court.example');
});

test('the scheme of the token may be written in any case, as RFC 9110 section 11.1 says', async () => {
  for (const scheme of ['bearer', 'BEARER', 'bEARER']) {
    const headers = { Authorization: `${scheme} ${metricsToken()}` };
    expect(await ask('/metrics', headers), scheme).toMatchObject({ status: 200 });
  }
  const upper = { Authorization: `bearer ${metricsToken().toUpperCase()}` };
  expect(await ask('/metrics', upper)).toMatchObject({ status: 404 });
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
