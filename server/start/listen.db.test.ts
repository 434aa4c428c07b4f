import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { db, schema } from '~/db/db.server';
import { captureLog } from '../../tests/support/site/captured-log';
import { configure } from '../../tests/support/database/configure';
import { echoBuild } from '../../tests/support/site/echo-build';
import { chunkedForm, malformed, request } from '../../tests/support/site/malformed-requests';
import { createApp } from '../app';
import { listen } from './listen';

const formType = 'Content-Type: application/x-www-form-urlencoded';

let server: Server;
let port: number;

beforeAll(async () => {
  configure({ PORT: '0', HOST: '127.0.0.1' });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  server = await listen(createApp({ build: () => echoBuild, mode: 'production' }), {
    onStop: async () => undefined,
  });
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function open(): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** What comes back until the server closes, has been quiet for a while, or has said what is waited for. */
function answerOn(socket: Socket, isEnough?: (text: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    let quiet = setTimeout(end, 5_000);
    function end(): void {
      clearTimeout(quiet);
      socket.destroy();
      resolve(text);
    }
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      clearTimeout(quiet);
      if (isEnough?.(text)) end();
      else quiet = setTimeout(end, isEnough ? 5_000 : 250);
    });
    socket.once('end', end);
    socket.once('close', end);
  });
}

/** Sends bytes as they are. @returns the answer, empty when the server only closed */
async function send(...parts: (string | Buffer)[]): Promise<string> {
  const socket = await open();
  const answer = answerOn(socket);
  for (const part of parts) {
    if (!socket.writable) break;
    socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
  }
  return answer;
}

const statusOf = (answer: string) => /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 'none';

const goodRequest = async () => statusOf(await send(request('GET /about HTTP/1.1')));

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

describe('a malformed request', () => {
  test.each(malformed)(
    '%s is answered, and the next request works',
    async (_name, bytes, wanted) => {
      const answer = await send(bytes);
      expect(wanted).toContain(statusOf(answer));
      // Two answers would mean that a part of it passed as a request of its own.
      expect(answer.match(/^HTTP\/1\.1 /gm)?.length ?? 0).toBeLessThanOrEqual(1);
      expect(answer).not.toMatch(/node_modules|\bat .*:\d+:\d+/);
      expect(answer).not.toMatch(/location: *(https?:)?\/\/(?!association\.example)/i);
      expect(await goodRequest()).toBe('200');
    },
  );

  test('is one of about a hundred kinds', () => {
    expect(new Set(malformed.map(([name]) => name)).size).toBe(malformed.length);
    expect(malformed.length).toBeGreaterThanOrEqual(95);
  });

  test('is answered with the headers of every answer', async () => {
    for (const bytes of ['garbage\r\n\r\n', 'GET /\r\n\r\n', request('GET /%zz HTTP/1.1')]) {
      const answer = (await send(bytes)).toLowerCase();
      expect(answer).toContain("content-security-policy: default-src 'none'");
      expect(answer).toContain('x-content-type-options: nosniff');
      expect(answer).toContain('strict-transport-security: max-age=63072000');
    }
  });

  test('takes no memory with it, a thousand times over', async () => {
    const quick = malformed.filter(([, bytes]) => bytes.length < 30_000);
    const round = () => Promise.all(quick.map(([, bytes]) => send(bytes)));
    setFlagsFromString('--expose-gc');
    const collect = z.custom<() => void>().parse(runInNewContext('gc'));
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    await round();
    const before = used();
    for (let count = 0; count < 10; count += 1) await round();
    expect(used() - before).toBeLessThan(10_000_000);
    expect(await goodRequest()).toBe('200');
  });

  test('behind a good one on the same connection does not disturb it', async () => {
    const good = 'GET /about HTTP/1.1\r\nHost: association.example\r\n\r\n';
    const answer = await send(`${good}\0\0garbage\r\n\r\n`);
    expect(['200', '400']).toContain(statusOf(answer));
    expect(await goodRequest()).toBe('200');
  });

  test('many good ones at once on one connection are all answered', async () => {
    const good = 'GET /about HTTP/1.1\r\nHost: association.example\r\n\r\n';
    const socket = await open();
    const isWhole = (text: string) => text.match(/HTTP\/1\.1 200/g)?.length === 50;
    const answer = answerOn(socket, isWhole);
    socket.write(good.repeat(50));
    expect(isWhole(await answer)).toBe(true);
  });

  test('a thousand at once on one connection end it', async () => {
    const socket = await open();
    socket.write('GET /healthz HTTP/1.1\r\nHost: association.example\r\n\r\n'.repeat(1_000));
    const answers = (await answerOn(socket)).match(/HTTP\/1\.1 200/g)?.length ?? 0;
    expect(answers).toBeLessThanOrEqual(50);
  });

  test('an answer that waits behind another on a connection that is cut is given up', async () => {
    const [begun, closed] = [new Set<string>(), new Set<string>()];
    const silent = await listen(createApp({ build: () => echoBuild, mode: 'production' }), {
      onStop: async () => undefined,
      before: ({ url = '' }, response) => {
        begun.add(url);
        response.once('close', () => closed.add(url));
      },
    });
    const address = silent.address();
    const socket = connect({ port: typeof address === 'object' && address ? address.port : 0 });
    const paths = Array.from({ length: 8 }, (_, at) => `/${at}`);
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`).join(''));
    await expect.poll(() => begun.size).toBe(paths.length);
    socket.resetAndDestroy();
    await expect.poll(() => closed.size).toBe(paths.length);
    silent.close();
  });

  test('leaves no connection behind, also when the client keeps it open', async () => {
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(0);
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open()));
    for (const socket of sockets) socket.write('garbage\r\n\r\n');
    await expect.poll(connections).toBe(0);
    for (const socket of sockets) socket.destroy();
  });
});

describe('a body', () => {
  const post = (headers: string[]) => request('POST /form HTTP/1.1', headers);

  test('in chunks is counted while it comes, and refused above the limit', async () => {
    const part = chunk('a'.repeat(64 * 1024));
    const socket = await open();
    const answer = answerOn(socket);
    socket.write(post(chunkedForm));
    for (let sent = 0; sent < 40 && socket.writable; sent += 1) {
      socket.write(part);
      await sleep(1);
    }
    expect(statusOf(await answer)).toBe('413');
    expect(await goodRequest()).toBe('200');
  });

  test('in chunks arrives whole within the limit', async () => {
    const answer = await send(post(chunkedForm), chunk('abc'), chunk('defg'), '0\r\n\r\n');
    expect(statusOf(answer)).toBe('200');
    expect(answer).toContain('"length":7');
  });

  test('that the client gives up does no harm, two hundred times over', async () => {
    for (let round = 0; round < 10; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 20 }, () => open()));
      for (const [number, socket] of sockets.entries()) {
        const length = ['Content-Length: 500000'];
        socket.write(`${post(number % 2 ? chunkedForm : length)}${number % 2 ? 'ff\r\n' : ''}aaaa`);
      }
      await sleep(5);
      for (const socket of sockets) socket.resetAndDestroy();
    }
    expect(await goodRequest()).toBe('200');
  });

  test('whose answer nobody waits for does no harm', async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open()));
    for (const socket of sockets) {
      socket.write(request('GET /large HTTP/1.1'));
      socket.resetAndDestroy();
    }
    expect(await goodRequest()).toBe('200');
  });
});

describe('a client that takes its time', () => {
  /** Writes a byte now and then, or nothing at all, until the server has had enough. */
  async function dribble(start: string): Promise<string> {
    const socket = await open();
    if (start) socket.write(start);
    const dripping = setInterval(() => start && socket.writable && socket.write('a'), 50);
    let text = '';
    socket.on('data', (data: Buffer) => {
      text += data.toString('latin1');
    });
    await Promise.race([once(socket, 'end'), once(socket, 'close'), sleep(15_000)]);
    clearInterval(dripping);
    socket.destroy();
    return text;
  }

  test('has ten seconds for the headers and a minute for the whole', () => {
    expect(server.headersTimeout).toBe(10_000);
    expect(server.requestTimeout).toBe(60_000);
  });

  test('with the headers or the body is cut off soon after that', async () => {
    const { headersTimeout, requestTimeout } = server;
    try {
      // The limits themselves would make a slow test.
      server.headersTimeout = 300;
      server.requestTimeout = 300;
      const answers = await Promise.all([
        dribble('GET / HTTP/1.1\r\nHost: association.example\r\nX-A: a'),
        dribble(request('POST /form HTTP/1.1', [formType, 'Content-Length: 50000'])),
        dribble(''),
      ]);
      for (const answer of answers) expect(statusOf(answer)).toBe('408');
    } finally {
      Object.assign(server, { headersTimeout, requestTimeout });
    }
    expect(await goodRequest()).toBe('200');
  });
});

test('HEAD answers like GET, without a body', async () => {
  const get = await send(request('GET /about HTTP/1.1'));
  const head = await send(request('HEAD /about HTTP/1.1'));
  expect(statusOf(head)).toBe(statusOf(get));
  expect(head.endsWith('\r\n\r\n')).toBe(true);
  expect(get).toContain('"path":"/about"');
});

test('the address of the client is that of the connection, whatever it claims', async () => {
  const answer = await send(request('GET /about HTTP/1.1', ['X-Forwarded-For: 203.0.113.9']));
  expect(answer).toContain('"clientAddress":"127.0.0.1"');
});

test('a request that is cut off in the middle of its body is no error', async () => {
  configure({ PORT: '0', HOST: '127.0.0.1', FLAGS: 'errorTracking=on' });
  const captured = captureLog();
  const toConsole = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const unfinished = ['Host: x', formType, 'Content-Length: 1000', '', 'a=b'];
  const sent = `POST /page HTTP/1.1\r\n${unfinished.join('\r\n')}`;
  try {
    for (let times = 0; times < 20; times += 1) {
      const socket = await open();
      await new Promise((resolve) => socket.write(sent, resolve));
      socket.resetAndDestroy();
    }
    await expect.poll(countConnections).toBe(0);
    expect(await goodRequest()).toBe('200');
    expect(captured.lines.filter(({ level }) => level !== 'info')).toEqual([]);
    expect(toConsole).not.toHaveBeenCalled();
    expect(await db().select().from(schema.errorGroups)).toEqual([]);
  } finally {
    captured.release();
  }
});

const countConnections = () =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
