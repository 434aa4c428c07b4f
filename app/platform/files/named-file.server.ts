import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  currentUid,
  describeUser,
} from '~/platform/embedded-postgres/binaries/postgres-account.server';
import { systemErrorCode } from '~/platform/embedded-postgres/embedded-postgres-error.server';
import { Refusal } from '~/policy/refusal';

/**
 * Reads a text file that was named on the command line.
 * @param path relative to the folder of the program, from which the commands are run
 * @throws Refusal which says where it was looked for
 */
export async function readNamedFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Refusal(sentenceFor(resolve(path), systemErrorCode(error)));
  }
}

function sentenceFor(path: string, code: string | undefined): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no file ${path}.`;
  if (code === 'EACCES') return `${path} may not be read by ${describeUser(currentUid())}.`;
  return `${path} cannot be read.`;
}
