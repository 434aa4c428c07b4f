import { hostname } from 'node:os';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from './project-root.mjs';

const heartbeat = 2_000;
/** Long enough for a suspended or busy machine, short enough that nobody waits for a dead one. */
const silence = 20_000;
const lockFile = join(projectRoot, '.start-lock');

/**
 * Runs `work` while no other process of this folder runs its own: two starts at the same moment
 * neither install nor build into each other. A lock whose owner has died is taken over.
 * @template T
 * @param {string} purpose what the others wait for, as in "Another start is still ..."
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(purpose, work) {
  const token = JSON.stringify({ host: hostname(), pid: process.pid, purpose, at: Date.now() });
  await acquire(token);
  const release = () => {
    if (read() === token) rmSync(lockFile, { force: true });
  };
  process.once('exit', release);
  const timer = setInterval(touch, heartbeat);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.off('exit', release);
    release();
  }
}

/** @param {string} token */
async function acquire(token) {
  let told = false;
  for (;;) {
    if (await create(token)) return;
    const owner = read();
    if (owner && isDead(owner)) {
      if (read() === owner) rmSync(lockFile, { force: true });
      continue;
    }
    if (owner && !told) console.log(`Waiting: another start is still ${purposeOf(owner)} ...`);
    told = true;
    await sleep(250);
  }
}

/**
 * Two processes that find the same dead lock could both remove it, the slower one removing the
 * faster one's new lock: hence the second look.
 * @param {string} token
 */
async function create(token) {
  try {
    writeFileSync(lockFile, token, { flag: 'wx' });
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
  await sleep(50);
  return read() === token;
}

function read() {
  try {
    return readFileSync(lockFile, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function touch() {
  try {
    utimesSync(lockFile, new Date(), new Date());
  } catch {
    // Someone removed it by hand; the work itself is not harmed.
  }
}

/** @param {string} owner the text of the lock */
function isDead(owner) {
  try {
    if (Date.now() - statSync(lockFile).mtimeMs > silence) return true;
    const { host, pid } = JSON.parse(owner);
    if (host !== hostname()) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return isCode(error, 'ESRCH');
  }
}

/** @param {string} owner */
function purposeOf(owner) {
  try {
    return JSON.parse(owner).purpose;
  } catch {
    return 'getting ready';
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
