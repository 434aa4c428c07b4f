import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresAccount } from '~/platform/embedded-postgres/binaries/postgres-account.server';

export type SupervisedProcess = {
  /** Resolves with a phrase that tells how it ended: "exit code 1", "signal SIGKILL". */
  ended: Promise<string>;
  isRunning: () => boolean;
  /** The last lines it wrote, oldest first. */
  lastLines: () => readonly string[];
  /** Asks for PostgreSQL's fast shutdown. */
  requestStop: () => void;
};

type Program = {
  command: readonly [string, ...string[]];
  account: PostgresAccount;
  /** Entered before root's rights are given up, so it may be out of the account's reach. */
  workingDirectory: string;
  onLine: (line: string) => void;
};

const keptLines = 12;

/** Nothing of the application's environment, and so none of its secrets, reaches the database. */
export const programEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

/**
 * Holds the other end of a pipe from the application. When the application ends, however it ends,
 * the read returns and the program gets SIGINT, PostgreSQL's fast shutdown. The signal is repeated
 * because one that arrives before the program has set its handlers is lost. The supervisor itself
 * ignores what a terminal or an init system sends to every process, and waits for all it started:
 * where the application is the first process of a container, no other process would.
 */
const supervisor = `
trap '' HUP INT TERM
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
(
  read -r _ <&3
  trap '' USR1
  while kill -INT "$program"; do sleep 0.1; done
) >/dev/null 2>&1 &
watcher=$!
exec 3<&- </dev/null
wait "$program"
status=$?
kill -USR1 "$watcher" 2>/dev/null
wait "$watcher" 2>/dev/null
exit "$status"
`;

/**
 * Runs a program of PostgreSQL under the supervisor, in a session of its own, so that Ctrl-C in a
 * terminal reaches the application alone.
 */
export function superviseProcess(program: Program): SupervisedProcess {
  const lines: string[] = [];
  const keep = (line: string) => {
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    program.onLine(line);
  };
  const child = spawn('/bin/sh', ['-c', supervisor, 'postgres-supervisor', ...program.command], {
    ...program.account.credentials,
    cwd: program.workingDirectory,
    detached: true,
    env: programEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let isRunning = true;
  const closed = once(createInterface({ input: child.stderr }).on('line', keep), 'close');
  child.stdin.on('error', () => undefined);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      keep(error.message);
      resolve(error.message);
    });
    child.once('exit', (code, signal) => resolve(describeEnd(code, signal)));
  });
  const ended = exited.then(async (how) => {
    isRunning = false;
    // The last lines may still be on their way; orphaned backends may hold the pipe for longer.
    await Promise.race([closed, sleep(200)]);
    return how;
  });
  return {
    ended,
    isRunning: () => isRunning,
    lastLines: () => lines,
    requestStop: () => child.stdin.end(),
  };
}

/** A shell reports the death of its child by signal n as exit code 128 + n. */
function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal) return `supervisor ended by ${signal}`;
  return code !== null && code > 128 ? `signal ${code - 128}` : `exit code ${code}`;
}
