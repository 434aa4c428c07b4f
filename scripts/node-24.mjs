import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from './project-root.mjs';
import { SayAndStop } from './say-and-stop.mjs';
import { stopWithNpm } from './stop-with-parent.mjs';

const needed = 24;
const runs = Number.parseInt(process.versions.node, 10);

/** Keystrokes reach us twice, from the terminal and through npm; a person presses more slowly. */
const echo = 500;

/** The platforms for which Node 24 is among the packages; see optionalDependencies. */
const brought = ['linux-x64', 'linux-arm64', 'win32-x64'];

/**
 * Says at once, before anything is installed, when this machine cannot get the Node it needs.
 * @throws {SayAndStop}
 */
export function requireUsableNode() {
  if (runs >= needed) return;
  if (runs >= 20 && brought.includes(`${process.platform}-${process.arch}`)) return;
  throw new SayAndStop(
    `This site runs on Node ${needed}; this machine has Node ${process.versions.node}. Install Node ${needed} or newer (https://nodejs.org) and start again.`,
  );
}

/**
 * Continues in another script on Node 24 or newer: in this process where it is one already, else
 * in a child that gets the same arguments, input and output, is told to stop when we are, and
 * never outlives us. The exit code is that of the script.
 * @param {URL} script
 */
export async function continueOnNode24(script) {
  stopWithNpm();
  if (runs >= needed) {
    await import(script.href);
    return;
  }
  await handOver(spawn(pathOfNode24(), argumentsFor(script), childOptions()));
}

/**
 * The program to run the built server with.
 * @returns {string} path of a Node that is new enough
 * @throws {SayAndStop} when there is none
 */
export function pathOfNode24() {
  if (runs >= needed) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const path = join(projectRoot, 'node_modules', name, 'bin', 'node');
  if (existsSync(path)) return path;
  throw new SayAndStop(
    `Node ${needed} is missing among the installed packages (${name}). Run "npm ci", or install Node ${needed} on this machine (https://nodejs.org), and start again.`,
  );
}

/** @param {URL} script */
function argumentsFor(script) {
  const guard = new URL('./stop-with-parent.mjs', import.meta.url);
  // Room for young and for old objects in megabytes, as in the container: where there is more memory,
  // Node would leave far more lying about before it clears up.
  return [
    '--max-semi-space-size=16',
    '--max-old-space-size=1536',
    '--import',
    guard.href,
    fileURLToPath(script),
    ...process.argv.slice(2),
  ];
}

/**
 * A session of its own keeps Ctrl-C in the terminal from reaching the child beside our passing it
 * on; the channel tells the child when we have died without a word.
 * @returns {import('node:child_process').SpawnOptions}
 */
function childOptions() {
  return {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
    // As in the container: threads share two stores of memory instead of keeping one each.
    env: { MALLOC_ARENA_MAX: '2', ...process.env },
  };
}

/** @param {import('node:child_process').ChildProcess} child */
async function handOver(child) {
  let last = 0;
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    if (Date.now() - last < echo) return;
    last = Date.now();
    child.kill(signal);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, pass);
  const { code, signal } = await ended(child);
  process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1));
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) =>
      reject(
        new SayAndStop(
          `Node ${needed} from the installed packages does not run on this machine (${error.message}). Install Node ${needed} (https://nodejs.org) and start again.`,
        ),
      ),
    );
  });
}
