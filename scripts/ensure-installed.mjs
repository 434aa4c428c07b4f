import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { alone } from './lock.mjs';
import { projectRoot } from './project-root.mjs';
import { exitOf } from './run-command.mjs';
import { SayAndStop } from './say-and-stop.mjs';

const lockFile = join(projectRoot, 'package-lock.json');
const modules = join(projectRoot, 'node_modules');
const stamp = join(modules, '.installed-from');

/**
 * Makes `node_modules` what `package-lock.json` says: installs on a fresh clone, after the lock
 * file changed, and after an installation that was interrupted. Runs on any Node from 20 on and
 * needs nothing that is not part of Node.
 * @throws {SayAndStop} when npm could not install
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await alone('installing packages', async () => {
    if (!isInstalled()) await install();
  });
}

function isInstalled() {
  const wanted = lockHash();
  if (readIfThere(stamp) === wanted) return true;
  if (!matchesNpmsRecord()) return false;
  writeFileSync(stamp, wanted);
  return true;
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex');
}

/**
 * npm notes what it has installed when it has finished; so a developer who ran `npm install` is
 * not made to install again.
 */
function matchesNpmsRecord() {
  const record = readIfThere(join(modules, '.package-lock.json'));
  if (!record) return false;
  const installed = JSON.parse(record).packages;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  return (
    Object.keys(installed).every((path) => wanted[path]) &&
    Object.entries(wanted).every(([path, entry]) => {
      if (path === '') return true;
      const present = installed[path];
      return present ? present.version === entry.version : isForAnotherPlatform(entry);
    })
  );
}

/**
 * What other platforms need is not installed here; and a package that other platforms need may
 * itself be of no platform.
 * @param {{ optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} entry
 */
function isForAnotherPlatform({ optional, os, cpu, libc }) {
  const isForOurs = os?.includes(process.platform) && cpu?.includes(process.arch) && !libc;
  return Boolean(optional) && !isForOurs;
}

async function install() {
  console.log('Installing the packages this site is made of (a minute or two) ...');
  rmSync(stamp, { force: true });
  const { code, messages } = await runNpm([
    'ci',
    // NODE_ENV=production would leave out what builds the site.
    '--include=dev',
    '--include=optional',
    // Some packages ask for Node 24, which is itself among the packages.
    '--engine-strict=false',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=10000',
  ]);
  if (code !== 0) throw new SayAndStop(reasonFor(messages));
  writeFileSync(stamp, lockHash());
}

/** @param {string} messages what npm wrote to its error output */
function reasonFor(messages) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(messages)) {
    return 'The packages could not be installed: npm did not reach its package registry. Check the network (or the proxy set for npm) and start again.';
  }
  if (/ENOSPC/.test(messages)) {
    return 'The packages could not be installed: the disk is full. About 1 GB is needed.';
  }
  if (/EACCES|EPERM|EROFS/.test(messages)) {
    return `The packages could not be installed: ${projectRoot} cannot be written by this user.`;
  }
  return "The packages could not be installed; npm's own message is above. Starting again tries once more.";
}

/** @param {string[]} args */
async function runNpm(args) {
  const [command, ...first] = npmCommand();
  const child = spawn(command, [...first, ...args], {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
  });
  let messages = '';
  child.stderr.on('data', (chunk) => {
    messages += chunk;
    process.stderr.write(chunk);
  });
  return { code: await exitOf(child), messages };
}

/**
 * The npm that is running us, on the Node that runs it: the Node in `node_modules` is about to be
 * replaced.
 * @returns {[string, ...string[]]}
 */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  if (npm && basename(npm).startsWith('npm')) return [node || process.execPath, npm];
  return ['npm'];
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
