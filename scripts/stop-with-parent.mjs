/**
 * Loaded before a server or a test run that another process has started (`node --import`): when
 * that process is gone, whatever ended it, this one stops as if it had been asked to.
 */
import { readFileSync } from 'node:fs';

// Playwright ends its workers itself; one without a browser lives by this channel alone.
if (process.channel && process.env.TEST_WORKER_INDEX === undefined) {
  process.once('disconnect', askToStop);
  process.channel.unref();
}

/**
 * `npm start` is npm, a shell and this process: the shell does not pass on what ends it or npm,
 * and a terminal that is closed says so only with a hang-up. Without npm and without a terminal we
 * may have been left alone on purpose (`nohup`), and go on.
 */
export function stopWithNpm() {
  if (process.stdout.isTTY) process.once('SIGHUP', askToStop);
  if (!process.env.npm_lifecycle_event) return;
  const links = linksToNpm();
  const timer = setInterval(() => {
    if (links.every(([pid, parent]) => parentOf(pid) === parent)) return;
    clearInterval(timer);
    askToStop();
  }, 500);
  timer.unref();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => {
      // Asked already; and without anyone else listening the signal ends us, as it would have.
      clearInterval(timer);
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}

/**
 * From this process up to npm, each with its parent; where npm cannot be told, only the first.
 * @returns {[number, number][]}
 */
function linksToNpm() {
  /** @type {[number, number][]} */
  const links = [];
  for (let pid = process.pid; links.length < 4;) {
    const parent = parentOf(pid);
    if (!parent || parent === 1) break;
    links.push([pid, parent]);
    if (/^npm\b|npm-cli/.test(read(`/proc/${parent}/cmdline`))) return links;
    pid = parent;
  }
  return links.slice(0, 1);
}

/**
 * @param {number} pid
 * @returns {number | undefined} nothing where the system does not tell, or no such process is left
 */
function parentOf(pid) {
  if (pid === process.pid) return process.ppid;
  // The second field is the program's name in brackets, in which anything may stand.
  const [, parent] = /^.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`)) ?? [];
  return parent ? Number(parent) : undefined;
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function askToStop() {
  // The reader of our output may have gone as well.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.kill(process.pid, 'SIGTERM');
}
