import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '~/config/config.server';

/** What is known of a message whose end was about to be sent. */
export type JournalEntry = 'end-sent' | 'accepted' | 'not-accepted';
const entries: readonly JournalEntry[] = ['end-sent', 'accepted', 'not-accepted'];

/**
 * What a sender writes down between two of its commits, in a file that outlives the process: the
 * kernel keeps what was written when the process is killed. It is not synced, so it says nothing
 * about what was before the machine was started anew; see the decision on newsletters.
 */
export type HandoverJournal = {
  note: (deliveryId: string, entry: JournalEntry) => void;
  close: () => void;
};

const folder = () => join(config().dataDirectory, 'newsletters');
const fileOf = (sender: string) => join(folder(), `${sender}.log`);

/** Another one after each start of the machine; null where the system has none. */
function startOfMachine(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

/** Begins the journal of a sender. */
export function openJournal(sender: string): HandoverJournal {
  mkdirSync(folder(), { recursive: true });
  const file = openSync(fileOf(sender), 'a', 0o600);
  writeSync(file, `${startOfMachine() ?? 'unknown'} ${process.pid}\n`);
  return {
    note: (deliveryId, entry) => writeSync(file, `${deliveryId} ${entry}\n`),
    close: () => closeSync(file),
  };
}

/**
 * Reads what a sender that is gone wrote down.
 * @returns the last entry of each delivery; null when nothing is known: another machine's, from
 *   before this one was started, or of a process that may go on writing
 */
export function readJournal(sender: string): Map<string, JournalEntry> | null {
  let lines: string[];
  try {
    lines = readFileSync(fileOf(sender), 'utf8').split('\n');
  } catch {
    return null;
  }
  const [first = '', ...notes] = lines;
  const [start, pid] = first.split(' ');
  if (start !== startOfMachine() || isAnotherAlive(Number(pid))) return null;
  const known = new Map<string, JournalEntry>();
  for (const note of notes) {
    const [id = '', said] = note.split(' ');
    const entry = entries.find((name) => name === said);
    if (entry) known.set(id, entry);
  }
  return known;
}

/** Whether another process than this one has the number. */
function isAnotherAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Removes the journal of a sender of whom nothing is open any more. */
export function removeJournal(sender: string): void {
  rmSync(fileOf(sender), { force: true });
}
