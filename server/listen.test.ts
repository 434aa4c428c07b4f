import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { configure } from '../test/configure';
import { echoBuild } from '../test/echo-build';
import { createApp } from './app';
import { listen } from './listen';

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

/** What comes back until the server closes, or has been quiet for a while. */
function answerOn(socket: Socket): Promise<string> {
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
      quiet = setTimeout(end, 250);
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

const request = (line: string, headers: string[] = [], body = '') =>
  [line, 'Host: association.example', 'Connection: close', ...headers, '', body].join('\r\n');

const goodRequest = async () => statusOf(await send(request('GET /about HTTP/1.1')));

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const chunkedForm = ['Transfer-Encoding: chunked', 'Content-Type: text/plain'];

/** What is sent, and what may come back. */
const malformed: [string, string, string[]][] = [
  ['two slashes', request('GET // HTTP/1.1'), ['308']],
  ['two slashes and a host', request('GET //evil.example HTTP/1.1'), ['308']],
  ['only slashes', request('GET ////// HTTP/1.1'), ['308']],
  ['a backslash', request('GET /\\evil.example HTTP/1.1'), ['308', '400']],
  ['a lone percent sign', request('GET /% HTTP/1.1'), ['400']],
  ['bad percent-encoding', request('GET /%zz HTTP/1.1'), ['400']],
  ['half a UTF-8 sequence', request('GET /%C3 HTTP/1.1'), ['400']],
  ['an encoded NUL', request('GET /%00 HTTP/1.1'), ['400']],
  ['encoded line breaks', request('GET /%0d%0aX:y HTTP/1.1'), ['400']],
  ['a raw NUL in the target', request('GET /a\0b HTTP/1.1'), ['400']],
  ['a raw control character', request('GET /a\x01b HTTP/1.1'), ['400']],
  ['bytes above ASCII', request('GET /\xFF\xFE HTTP/1.1'), ['200', '400']],
  ['a space in the target', request('GET /a b HTTP/1.1'), ['400']],
  ['a tab in the target', request('GET /a\tb HTTP/1.1'), ['400']],
  ['no target', request('GET  HTTP/1.1'), ['400']],
  ['a target without slash', request('GET about HTTP/1.1'), ['400']],
  ['only a query', request('GET ?a HTTP/1.1'), ['400']],
  ['an absolute target', request('GET http://association.example/about HTTP/1.1'), ['200', '400']],
  ['an absolute target elsewhere', request('GET http://evil.example/ HTTP/1.1'), ['200', '400']],
  ['an absolute target without host', request('GET http:// HTTP/1.1'), ['400']],
  ['an absolute target of another scheme', request('GET javascript:alert(1) HTTP/1.1'), ['400']],
  ['a file target', request('GET file:///etc/passwd HTTP/1.1'), ['400']],
  ['an asterisk', request('OPTIONS * HTTP/1.1'), ['200', '400', '404', '405']],
  ['CONNECT', request('CONNECT evil.example:443 HTTP/1.1'), ['none', '400', '405']],
  ['TRACE', request('TRACE / HTTP/1.1'), ['405']],
  ['a method of another protocol', request('PROPFIND / HTTP/1.1'), ['405']],
  ['a method nobody knows', request('FROBNICATE / HTTP/1.1'), ['400']],
  ['a method in small letters', request('get / HTTP/1.1'), ['400']],
  ['HTTP/0.9', 'GET /\r\n\r\n', ['200', '400']],
  ['HTTP/2.0 in clear', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ['400']],
  ['another version', request('GET / HTTP/9.9'), ['400', '505']],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', ['400']],
  ['noise', '\0\0\0\0\xFF\xFF\xFF\xFF\r\n\r\n', ['400']],
  ['an empty host', 'GET / HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n', ['200', '400']],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', ['400']],
  ['two hosts', request('GET / HTTP/1.1', ['Host: evil.example']), ['200', '400']],
  [
    'a malformed host',
    'GET / HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n',
    ['200', '400'],
  ],
  [
    'a host with user and path',
    'GET / HTTP/1.1\r\nHost: x@evil.example/y?\r\nConnection: close\r\n\r\n',
    ['200', '400'],
  ],
  ['a header without colon', request('GET / HTTP/1.1', ['nonsense']), ['400']],
  ['a header with NUL', request('GET / HTTP/1.1', ['X-A: a\0b']), ['400']],
  ['a header name with a space', request('GET / HTTP/1.1', ['X A: a']), ['400']],
  ['a folded header', request('GET / HTTP/1.1', ['X-A: a', ' b']), ['200', '400']],
  ['lines ended by LF alone', 'GET / HTTP/1.1\nHost: a\nConnection: close\n\n', ['200', '400']],
  ['a giant header', request('GET / HTTP/1.1', [`X-A: ${'a'.repeat(70_000)}`]), ['431']],
  ['very many headers', request('GET / HTTP/1.1', Array(3000).fill('X-A: aaaaaa')), ['431']],
  ['a giant target', request(`GET /${'a'.repeat(70_000)} HTTP/1.1`), ['431']],
  ['a giant cookie', request('GET / HTTP/1.1', [`Cookie: a=${'b'.repeat(20_000)}`]), ['431']],
  ['a length that is none', request('POST / HTTP/1.1', ['Content-Length: abc']), ['400']],
  ['a negative length', request('POST / HTTP/1.1', ['Content-Length: -1']), ['400']],
  [
    'two lengths',
    request('POST / HTTP/1.1', ['Content-Length: 1', 'Content-Length: 2'], 'ab'),
    ['400'],
  ],
  [
    'length and chunks',
    request('POST / HTTP/1.1', ['Content-Length: 3', ...chunkedForm], '0\r\n\r\n'),
    ['400'],
  ],
  ['chunks that are none', request('POST / HTTP/1.1', chunkedForm, 'xyz\r\n'), ['400']],
  [
    'an unknown coding',
    request('POST / HTTP/1.1', ['Transfer-Encoding: gzip'], 'abc'),
    ['400', '501'],
  ],
  [
    'a length beyond the limit',
    request('POST / HTTP/1.1', ['Content-Length: 9999999999'], 'a'),
    ['413'],
  ],
  [
    'an endless length',
    request('POST / HTTP/1.1', [`Content-Length: ${'9'.repeat(40)}`], 'a'),
    ['400', '413'],
  ],
  [
    'an expectation nobody meets',
    request('POST / HTTP/1.1', ['Expect: a-miracle', 'Content-Length: 0']),
    ['417', '400'],
  ],
  [
    'an upgrade',
    request('GET / HTTP/1.1', ['Connection: Upgrade', 'Upgrade: websocket']),
    ['200', '400', '426'],
  ],
];

describe('a malformed request', () => {
  test.each(malformed)(
    '%s is answered, and the next request works',
    async (_name, bytes, wanted) => {
      const answer = await send(bytes);
      expect(wanted).toContain(statusOf(answer));
      expect(answer).not.toMatch(/node_modules|\bat .*:\d+:\d+/);
      expect(answer).not.toMatch(/location: *(https?:)?\/\/(?!association\.example)/i);
      expect(await goodRequest()).toBe('200');
    },
  );

  test('behind a good one on the same connection does not disturb it', async () => {
    const good = 'GET /about HTTP/1.1\r\nHost: association.example\r\n\r\n';
    const answer = await send(`${good}\0\0garbage\r\n\r\n`);
    expect(['200', '400']).toContain(statusOf(answer));
    expect(await goodRequest()).toBe('200');
  });

  test('many good ones at once on one connection are all answered', async () => {
    const good = 'GET /about HTTP/1.1\r\nHost: association.example\r\n\r\n';
    const answer = await send(good.repeat(50));
    expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(50);
  });

  test('leaves no connection behind, also when the client keeps it open', async () => {
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 10_000 });
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open()));
    for (const socket of sockets) socket.write('garbage\r\n\r\n');
    await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 10_000 });
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
        dribble(request('POST /form HTTP/1.1', ['Content-Length: 100000'])),
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
