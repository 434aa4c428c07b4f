/** The yardstick of uploads: bare node:http that writes what it is sent to a file. */
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';

const [, , file = ''] = process.argv;

const server = createServer((request, response) => {
  void pipeline(request, createWriteStream(file)).then(() => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) {
    process.stdout.write(`Ready on http://127.0.0.1:${address.port}\n`);
  }
});
