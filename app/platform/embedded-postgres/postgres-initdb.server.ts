import {
  closeSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { programError } from './embedded-postgres-error.server';
import type { PostgresAccount } from '~/platform/embedded-postgres/binaries/postgres-account.server';
import { nameWithin, unfinishedClusterPrefix } from './postgres-directory.server';
import { superviseProcess } from './postgres-process.server';

export const superuser = 'postgres';

type NewCluster = {
  initdb: string;
  /** Real path of the database directory. */
  directory: string;
  account: PostgresAccount;
  /** False leaves the files to the operating system's own time: for tests. */
  durable: boolean;
  onLog: (line: string) => void;
};

/**
 * Collation and case are PostgreSQL's own, the same on every machine. The full-text parser and
 * pg_trgm still ask the operating system what a letter is: with the locale "C" they take “ and —
 * for letters and é for none. The first of these that the system knows is used.
 */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8', 'C'];

/**
 * Creates the data directory `cluster`. It appears under its name in one step and only when all of
 * it is on disk, so that an interruption never leaves half a database.
 * @throws EmbeddedPostgresError `no-space` or `start-failed`
 */
export async function createCluster(request: NewCluster): Promise<void> {
  const { directory, durable, onLog } = request;
  onLog(`Creating the database in ${directory}`);
  for (const characterType of characterTypes) {
    const unfinished = mkdtempSync(join(directory, unfinishedClusterPrefix));
    try {
      const lines = await runInitdb(request, unfinished, characterType);
      if (!lines) {
        renameSync(unfinished, join(directory, 'cluster'));
        if (durable) syncDirectory(directory);
        return;
      }
      const isUnknownLocale = /invalid locale name|locale .* (?:not|could not)/i.test(
        lines.join('\n'),
      );
      if (isUnknownLocale && characterType !== characterTypes.at(-1)) continue;
      throw programError('initdb', directory, lines);
    } finally {
      rmSync(unfinished, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  }
}

/** @returns the last lines of initdb when it failed */
async function runInitdb(
  { initdb, account, durable }: NewCluster,
  unfinished: string,
  characterType: string,
): Promise<readonly string[] | undefined> {
  if (account.credentials.uid !== undefined) lchownSync(unfinished, account.uid, account.gid);
  const program = superviseProcess({
    command: [
      initdb,
      '--pgdata',
      await nameWithin(unfinished, account),
      `--username=${superuser}`,
      '--auth-local=trust',
      '--auth-host=reject',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--lc-ctype=${characterType}`,
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    account,
    workingDirectory: unfinished,
    onLine: () => undefined,
  });
  const how = await program.ended;
  program.requestStop();
  return how === 'exit code 0' ? undefined : [...program.lastLines(), how];
}

function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
