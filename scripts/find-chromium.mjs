import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { SayAndStop } from './say-and-stop.mjs';

/** The one without windows first: it draws the same pages with a quarter less work. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const require = createRequire(import.meta.url);

/**
 * A Chromium that is already on this machine.
 * @returns {string | undefined} path of the program
 * @throws {SayAndStop} when CHROMIUM_PATH is set to something that cannot be run
 */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !isProgram(given)) {
    throw new SayAndStop(`CHROMIUM_PATH is "${given}", which is not a program that can be run.`);
  }
  return given || onPath() || playwrightsOwn();
}

/**
 * A Chromium for the browser tests, installed when the machine has none: Debian's package where
 * we may, else Playwright's download.
 * @returns {string} path of the program
 * @throws {SayAndStop} when none can be had
 */
export function ensureChromium() {
  const found = findChromium() ?? fromDebian() ?? fromPlaywright();
  if (found) return found;
  throw new SayAndStop(
    'The browser tests need Chromium, and none could be found or installed. Install Chromium or Google Chrome, or set CHROMIUM_PATH to one, and run the tests again.',
  );
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

function playwrightsOwn() {
  const path = require('@playwright/test').chromium.executablePath();
  return path && isProgram(path) ? path : undefined;
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  console.log("Installing Debian's Chromium for the browser tests ...");
  apt('update');
  // Older releases have only the whole browser.
  if (!apt('install', '--no-install-recommends', 'chromium-headless-shell')) {
    apt('install', '--no-install-recommends', 'chromium');
  }
  return onPath();
}

/** @param {string[]} words */
function apt(...words) {
  return run('apt-get', ['--yes', '--quiet=2', ...words], { DEBIAN_FRONTEND: 'noninteractive' });
}

function fromPlaywright() {
  console.log("Downloading Playwright's Chromium for the browser tests ...");
  const manifest = require.resolve('@playwright/test/package.json');
  run(process.execPath, [join(dirname(manifest), 'cli.js'), 'install', 'chromium']);
  return playwrightsOwn();
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [environment] added to that of this process
 * @returns {boolean} whether it succeeded
 */
function run(command, args, environment = {}) {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  if (status !== 0) console.log(`${command} ${args.join(' ')} did not succeed.`);
  return status === 0;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
