import { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ZipError } from './zip-archive.server';
import type { Said } from './reader-program.server';

/** What a program that reads is told. */
export const taskGiven = process.argv.at(-1) ?? '';

/**
 * The side of a program that reads: takes the file that the site gives, and says in one line what
 * `read` makes of it. Then the site ends it; should the site end before, it ends itself. By a signal,
 * since `process.exit` waits for V8's compiler thread, which may be waiting for memory until then.
 */
export async function answerWith(read: (bytes: Buffer) => unknown): Promise<void> {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  const bytes = await buffer(new Socket({ fd: 4, writable: false }));
  const said = await answerOf(() => read(bytes));
  process.stdout.write(`${JSON.stringify(said)}\n`);
}

/** Of what libraries say of a file nothing is told: it may be words of the file. */
async function answerOf(read: () => unknown): Promise<Said> {
  try {
    return { answer: await read() };
  } catch (error) {
    return error instanceof ZipError ? { refused: error.message } : {};
  }
}
