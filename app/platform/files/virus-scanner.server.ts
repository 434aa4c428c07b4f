import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { config } from '~/config/config.server';
import { AppError } from '~/policy/errors';

const timeoutMs = 120_000;

/**
 * Lets clamd look through a stream (its INSTREAM command), when an address is set; else nothing is
 * scanned, and must not be reported as scanned.
 * @throws AppError `error.storage/infected`; `error.storage/too-large-to-scan` when clamd takes
 *   nothing of this length; `error.storage/not-scanned` when it cannot be reached or does not
 *   answer, since nothing passes unscanned
 */
export async function requireNoVirus(bytes: () => Promise<Readable>): Promise<void> {
  const address = config().intranet.virusScanner;
  if (!address) return;
  const said = await answerTo(address, bytes);
  if (said === 'stream: OK') return;
  if (said.endsWith(' FOUND')) throw new AppError('error.storage/infected');
  const cause = new Error(`The virus scanner answered: ${said.slice(0, 200)}`);
  throw new AppError(
    said.startsWith('INSTREAM size limit exceeded')
      ? 'error.storage/too-large-to-scan'
      : 'error.storage/not-scanned',
    { cause },
  );
}

async function answerTo(address: string, bytes: () => Promise<Readable>): Promise<string> {
  const [host = '', port = ''] = address.split(/:(?=\d+$)/);
  const socket = connect(
    port ? { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) } : { path: address },
  );
  socket.setTimeout(timeoutMs, () =>
    socket.destroy(new Error('The virus scanner does not answer')),
  );
  const parts: Buffer[] = [];
  const said = () => Buffer.concat(parts).toString('utf8').replaceAll('\0', '').trim();
  const over = new Promise<void>((resolve, reject) => {
    socket
      .on('data', (part: Buffer) => parts.push(part))
      .once('close', () => resolve())
      .once('error', reject);
  });
  // It ends the line in the middle when it takes no more: what it said of that counts.
  const unlessSaid = (error: unknown) => {
    if (said() === '') throw new AppError('error.storage/not-scanned', { cause: error });
  };
  over.catch(() => undefined);
  const send = (part: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      socket.write(part, (error) => (error ? reject(error) : resolve()));
    }).catch(unlessSaid);
  try {
    await send(Buffer.from('zINSTREAM\0'));
    for await (const chunk of await bytes()) {
      // Writing to a line that it has ended would lose what it said: that is read first, in the
      // second turn at the latest.
      await turn();
      await turn();
      if (said() !== '') break;
      const part = Buffer.from(chunk);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      await send(Buffer.concat([length, part]));
    }
    if (said() === '') await send(Buffer.alloc(4));
    await over.catch(unlessSaid);
    return said();
  } finally {
    socket.destroy();
  }
}
