import { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ZipError } from './zip-archive.server';
import type { Said } from './reader-program.server';

/** What a program that reads is told. */
export const taskGiven = process.argv.at(-1) ?? '';

/**
 * The side of a program that reads: takes the file that the site gives, says what `read` makes of it,
 * and ends. Should the site end before, this ends as well.
 */
export async function answerWith(read: (bytes: Buffer) => unknown): Promise<void> {
  process.on('disconnect', () => process.exit());
  const bytes = await buffer(new Socket({ fd: 4, writable: false }));
  const said = await answerOf(() => read(bytes));
  process.stdout.write(JSON.stringify(said), () => process.exit());
}

/** Of what libraries say of a file nothing is told: it may be words of the file. */
async function answerOf(read: () => unknown): Promise<Said> {
  try {
    return { answer: await read() };
  } catch (error) {
    return error instanceof ZipError ? { refused: error.message } : {};
  }
}
