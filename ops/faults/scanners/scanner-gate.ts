/** Stands between a scanner and the site and keeps it from signing itself out. */
import { createServer, request } from 'node:http';

/** What ends the session of whoever sends it. */
const wayOut = /^\/(sign-out|login|settings\/delete)\b/;

export type Gate = { url: string; close: () => Promise<unknown> };

/** @param site where it answers, once it is known */
export async function openGate(site: () => string): Promise<Gate> {
  const server = createServer((incoming, answer) => {
    const { method, headers, url: path = '/' } = incoming;
    const isSignedIn = headers.cookie?.includes('__Host-session=') ?? false;
    if (isSignedIn && method !== 'GET' && wayOut.test(path)) {
      incoming.resume();
      answer.writeHead(403).end();
      return;
    }
    const onward = request(
      { host: '127.0.0.1', port: new URL(site()).port, path, method, headers },
      (back) => {
        answer.writeHead(back.statusCode ?? 502, back.rawHeaders);
        back.pipe(answer);
      },
    );
    onward.once('error', () => answer.destroy());
    answer.once('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
