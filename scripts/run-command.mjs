import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathOfNode24 } from './node-24.mjs';
import { projectRoot } from './project-root.mjs';

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM']);
const require = createRequire(import.meta.url);

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string>} [environment] added to that of this process
 * @property {string} [directory] to run it in, instead of the project
 * @property {NodeJS.Signals} [stopSignal] what asks it to stop, whatever we are asked with
 */

/**
 * Runs one of the installed packages' programs on Node 24, with its output shown as it comes.
 * @param {string} program `package` or `package:program` where a package has several
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>} its exit code
 */
export function runProgram(program, args, options = {}) {
  return run(programPath(program), args, options);
}

/**
 * Runs another script of this folder the same way.
 * @param {string} name
 * @returns {Promise<number>} its exit code
 */
export function runScript(name) {
  return run(join(projectRoot, 'scripts', name), [], {});
}

/**
 * @param {string} path
 * @param {string[]} args
 * @param {RunOptions} options
 */
function run(path, args, { environment, stopSignal, directory = projectRoot }) {
  const child = spawn(pathOfNode24(), [path, ...args], {
    cwd: directory,
    stdio: 'inherit',
    env: { ...process.env, PATH: searchPath(), ...environment },
  });
  return exitOf(child, stopSignal);
}

/** @param {string} program */
function programPath(program) {
  const [name = '', binary = name] = program.split(':');
  const manifest = join(projectRoot, 'node_modules', name, 'package.json');
  const { bin } = require(manifest);
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[binary]);
}

/** Programs that start `node` by its name get the one that comes with the packages. */
function searchPath() {
  return join(projectRoot, 'node_modules', '.bin') + delimiter + (process.env.PATH ?? '');
}

/**
 * Waits for a child. Meanwhile a request to stop goes to the child, and ends this process the
 * same way once the child has gone.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} [stopSignal] what the child is asked with instead
 * @returns {Promise<number>} exit code; 128 + number of the signal for a child ended by one
 */
export function exitOf(child, stopSignal) {
  /** @type {NodeJS.Signals | undefined} */
  let asked;
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    asked = signal;
    child.kill(stopSignal ?? signal);
  };
  for (const signal of forwarded) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const name of forwarded) process.off(name, pass);
      if (asked) process.exit(codeFor(asked));
      resolve(code ?? codeFor(signal));
    });
  });
}

/** @param {NodeJS.Signals | null} signal */
function codeFor(signal) {
  return signal ? 128 + constants.signals[signal] : 1;
}
