/** The yardstick: bare node:http that sends the bytes of a file with the headers of another one. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , bodyFile = '', headersFile = ''] = process.argv;
const body = readFileSync(bodyFile);
const headers: Record<string, string> = JSON.parse(readFileSync(headersFile, 'utf8'));

const server = createServer((_request, response) => {
  response.writeHead(200, { ...headers, 'content-length': body.byteLength });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) {
    process.stdout.write(`Ready on http://127.0.0.1:${address.port}\n`);
  }
});
