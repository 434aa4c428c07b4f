import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { config } from '~/config.server';

const patience = 120_000;

/**
 * Lets clamd look through a stream (its INSTREAM command), when an address is set.
 * @returns whether it is clean; true when no scanner is set
 * @throws when the scanner cannot be reached or does not answer: nothing passes unscanned
 */
export async function isFreeOfViruses(bytes: () => Promise<Readable>): Promise<boolean> {
  const address = config().intranet.virusScanner;
  if (!address) return true;
  const [host = '', port = ''] = address.split(/:(?=\d+$)/);
  const socket = connect(port ? { host, port: Number(port) } : { path: address });
  socket.setTimeout(patience, () => socket.destroy(new Error('The virus scanner does not answer')));
  const answer = socket.toArray();
  // Told below, by the same failure.
  answer.catch(() => undefined);
  const send = (part: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      socket.write(part, (error) => (error ? reject(error) : resolve()));
    });
  await send(Buffer.from('zINSTREAM\0'));
  for await (const chunk of await bytes()) {
    const part = Buffer.from(chunk);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    await send(Buffer.concat([length, part]));
  }
  await send(Buffer.alloc(4));
  const text = Buffer.concat(await answer).toString('utf8');
  if (text.includes('FOUND')) return false;
  if (!text.includes('OK')) throw new Error(`The virus scanner answered: ${text.slice(0, 200)}`);
  return true;
}
