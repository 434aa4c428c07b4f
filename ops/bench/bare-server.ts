/** The yardstick: bare node:http that sends a status, headers and bytes that it is given. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , bodyFile = '', headFile = ''] = process.argv;
const body = readFileSync(bodyFile);
const head: { status: number; headers: Record<string, string> } = JSON.parse(
  readFileSync(headFile, 'utf8'),
);
const headers =
  head.status === 304 ? head.headers : { ...head.headers, 'content-length': body.byteLength };

const server = createServer((_request, response) => {
  response.writeHead(head.status, headers);
  response.end(head.status === 304 ? undefined : body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) {
    process.stdout.write(`Ready on http://127.0.0.1:${address.port}\n`);
  }
});
