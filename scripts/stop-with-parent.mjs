/**
 * Loaded before a server or a test run that another process has started (`node --import`): when
 * that process is gone, whatever ended it, this one stops as if it had been asked to.
 */
import { setInterval } from 'node:timers';

if (process.channel) {
  process.once('disconnect', askToStop);
  process.channel.unref();
}

/**
 * `npm start` is npm, a shell and this process: not every shell passes on the signal that ends it,
 * and a terminal that is closed says so only with a hang-up. Without npm and without a terminal we
 * may have been left alone on purpose (`nohup`), and go on.
 */
export function stopWithNpm() {
  if (process.stdout.isTTY) process.once('SIGHUP', askToStop);
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    askToStop();
  }, 500);
  timer.unref();
}

function askToStop() {
  // Whoever read our output may have gone as well.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.kill(process.pid, 'SIGTERM');
}
