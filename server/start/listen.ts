import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { ConfigError, config, setConfig } from '~/config/config.server';
import { demonstrationNotice } from '~/features/operations/demonstration/demonstration.server';
import { endEventStreams } from '~/platform/live.server';
import { log } from '~/platform/log/log.server';
import type { Environment } from '../app';
import { applySecurityHeaders } from '../security/security-headers';

/** Time for running requests after the signal to stop, in milliseconds. */
const drainTime = 6_000;
/** Milliseconds after which a connection ends on which nothing is sent or read. */
const idleTime = 120_000;
/** Requests of one connection that may wait for their answers. */
const mostUnanswered = 50;

export type Listening = {
  /** Runs after the last answer, before the process ends. */
  onStop: () => Promise<void>;
  /** Sees each request first: pages in memory, or the development server's files. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

/**
 * Serves `app` and prints `Ready on <url>`; SIGTERM and SIGINT stop it gracefully: no new
 * connections, running requests finish, then `onStop`, then the process ends.
 */
export async function listen(
  app: Hono<Environment>,
  { onStop, before }: Listening,
): Promise<Server> {
  const { host, port, originIsGiven } = config().server;
  const answer = getRequestListener(app.fetch, { hostname: host });
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 65_000,
      // How often the two limits above are looked at; Node's own pace is half a minute.
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      if (isFlooding(request, response)) return;
      if (isNoRequest(request)) {
        response.writeHead(400, [...bareHeaders()].flat()).end();
        return;
      }
      const serve = () => void answer(request, response);
      if (before) before(request, response, serve);
      else serve();
    },
  );
  server.on('clientError', refuse);
  server.setTimeout(idleTime, endUnlessWorking);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenProblem(error, { host, port })));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const boundPort = typeof address === 'object' && address ? address.port : port;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`;
  if (!originIsGiven) setConfig({ ...config(), server: { ...config().server, origin: url } });
  stopOnSignals(server, onStop);
  process.stdout.write(`${demonstrationNotice()}Ready on ${url}\n`);
  return server;
}

/** The answers of each connection that are not finished. */
const underWay = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Ends a connection that sends more requests before the answers than any browser does: all of them are
 * parsed at once, so that those of others would wait until they are answered.
 */
function isFlooding({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return true;
  const answers = underWay.get(socket) ?? new Set();
  if (answers.size >= mostUnanswered) {
    socket.destroy();
    return true;
  }
  if (!underWay.has(socket)) {
    underWay.set(socket, answers);
    socket.once('close', () => answers.forEach(close));
  }
  answers.add(response);
  response.once('close', () => answers.delete(response));
  return false;
}

/** Node says of the first answer of a connection that it is closed, and not of those that wait behind it. */
function close(response: ServerResponse): void {
  if (response.socket) return;
  response.destroy();
  response.emit('close');
}

/**
 * Who reads nothing of an answer does not keep it for ever. What the site is still working on may take
 * longer; live updates say something more often.
 */
function endUnlessWorking(socket: Socket): void {
  const isWorking = (underWay.get(socket)?.size ?? 0) > 0;
  if (isWorking && socket.writableLength === 0) socket.setTimeout(idleTime);
  else socket.destroy();
}

/** Says which variable is to be changed; any other failure as it is. */
function listenProblem(error: Error, { host, port }: { host: string; port: number }): Error {
  const code = 'code' in error ? String(error.code) : '';
  const lines: Record<string, string> = {
    EADDRINUSE: `PORT: ${port} on ${host} is in use by another program (EADDRINUSE); stop that one, or choose another port`,
    EACCES: `PORT: ${port} is for root only; choose one from 1024 up, behind a reverse proxy`,
    EADDRNOTAVAIL: `HOST: ${host} is no address of this machine; use 127.0.0.1, or 0.0.0.0 for all`,
    ENOTFOUND: `HOST: there is no host ${host}; use 127.0.0.1, or 0.0.0.0 for all addresses`,
    EAI_AGAIN: `HOST: ${host} cannot be looked up; use 127.0.0.1, or 0.0.0.0 for all addresses`,
    EINVAL: `HOST: ${host} is no address to listen on; use 127.0.0.1, or 0.0.0.0 for all`,
  };
  const line = lines[code];
  return line ? new ConfigError(line, { cause: error }) : error;
}

/** What Node lets pass: a request without version, and an address that holds a user and password. */
function isNoRequest({ httpVersionMajor, url = '' }: IncomingMessage): boolean {
  return httpVersionMajor < 1 || /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(url);
}

/** The headers of answers that the application does not see. */
function bareHeaders(): Headers {
  const headers = new Headers({ Connection: 'close' });
  applySecurityHeaders(headers, { scripts: [], styles: [] });
  return headers;
}

const refusals: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Answers what is no HTTP, then closes the connection from this side: a client that keeps its own
 * side open would hold it for ever.
 */
function refuse(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = refusals[error.code ?? ''] ?? '400 Bad Request';
  const headers = [...bareHeaders()].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n`, () => socket.destroy());
}

function stopOnSignals(server: Server, onStop: () => Promise<void>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    endEventStreams();
    // Connections that finish their last answer would otherwise be kept for the next request.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const drainTimer = setTimeout(() => server.closeAllConnections(), drainTime);
    await closed;
    clearInterval(sweep);
    clearTimeout(drainTimer);
    await onStop();
    process.exit(0);
  };
  const handle = () => {
    stop().catch((error: unknown) => {
      log().error({ err: error }, 'the stop failed');
      process.exit(1);
    });
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}
