export type EmbeddedPostgresFailure =
  | 'no-binaries'
  | 'no-space'
  | 'wrong-owner'
  | 'not-writable'
  | 'in-use'
  | 'other-version'
  | 'damaged'
  | 'unfinished-recovery'
  | 'unreachable'
  | 'root-refused'
  | 'socket-directory'
  | 'start-failed';

/** Why the embedded database cannot run. The message is for the person who starts the program. */
export class EmbeddedPostgresError extends Error {
  readonly reason: EmbeddedPostgresFailure;

  constructor(reason: EmbeddedPostgresFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.reason = reason;
  }
}

/** The code of a failed system call, such as `EACCES`, or undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

export function noSpaceError(directory: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'no-space',
    `The disk that holds ${directory} is full. Free some space (a new database takes about 60 MB), ` +
      'or set DATA_DIR to a folder on another disk.',
    { cause },
  );
}

export function inUseError(directory: string, holder?: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'in-use',
    `The database in ${directory} is in use by another running application` +
      `${holder ? ` (${holder})` : ''}. Stop that one first, or set DATA_DIR to another folder.`,
  );
}

/**
 * Turns the failure of a file operation within the database directory into a sentence.
 * @param user who tried, for people: a name and a number
 * @returns the error to throw; the given one where there is nothing better to say
 */
export function directoryError(error: unknown, directory: string, user: string): unknown {
  switch (systemErrorCode(error) ?? '') {
    case 'ENOSPC':
    case 'EDQUOT':
      return noSpaceError(directory, error);
    case 'EACCES':
    case 'EPERM':
      return new EmbeddedPostgresError(
        'wrong-owner',
        `The database directory ${directory} cannot be written by ${user}. Give it to that user ` +
          '(chown -R), start the application as its owner, or set DATA_DIR to a folder of your own.',
        { cause: error },
      );
    case 'EROFS':
      return new EmbeddedPostgresError(
        'not-writable',
        `The database directory ${directory} is on a disk that is mounted read-only. ` +
          'Set DATA_DIR to a folder that can be written.',
        { cause: error },
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedPostgresError(
        'not-writable',
        `The database directory ${directory} cannot be made because a file is in its place. ` +
          'Move the file away, or set DATA_DIR to another folder.',
        { cause: error },
      );
    default:
      return error;
  }
}

/**
 * Why a program of PostgreSQL ended, from what it wrote last.
 * @param lines the last lines of its log, oldest first
 */
export function programError(
  program: string,
  directory: string,
  lines: readonly string[],
): EmbeddedPostgresError {
  const text = lines.join('\n');
  if (/No space left on device|Disk quota exceeded/.test(text)) return noSpaceError(directory);
  if (/lock file "postmaster\.pid" already exists/.test(text)) return inUseError(directory);
  const lastWords = lines.length > 0 ? lines.join(' | ') : 'none';
  return new EmbeddedPostgresError(
    'start-failed',
    `PostgreSQL (${program}) did not start on ${directory}. Its last words: ${lastWords}`,
  );
}
