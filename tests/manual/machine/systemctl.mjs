/**
 * systemctl for a machine on which systemd does not run: starts what the units say, each in a sandbox
 * like systemd's. nginx is Debian's own.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runOnce, supervise } from './run-unit.mjs';
import { readUnit } from './unit-file.mjs';

const [verb = '', ...words] = process.argv.slice(2);
const units = words
  .filter((word) => !word.startsWith('-'))
  .map((name) => (name.includes('.') ? name : `${name}.service`));

/** @type {Record<string, (unit: string) => number | Promise<number>>} */
const verbs = {
  'daemon-reload': () => 0,
  enable: (unit) => {
    if (!readUnit(unit).WantedBy) return refuse(`${unit} has no [Install] with WantedBy`);
    return words.includes('--now') ? start(unit) : 0;
  },
  start,
  stop,
  restart: async (unit) => (await stop(unit)) || start(unit),
  reload: (unit) =>
    unit === 'nginx.service' ? nginx('-s', 'reload') : refuse(`${unit} cannot be reloaded`),
  'is-active': (unit) => (supervisorOf(unit) ? 0 : 3),
  show: (unit) => {
    process.stdout.write(`MainPID=${readFileSync(`/run/manual/units/${unit}.main`, 'utf8')}\n`);
    return 0;
  },
  // Started below, apart from the caller.
  supervise: async (unit) => {
    await supervise(unit);
    return 0;
  },
};

const run = verbs[verb] ?? (() => refuse(`systemctl ${verb} is not part of the manual`));
for (const unit of units.length > 0 ? units : ['']) {
  const code = await run(unit);
  if (code) process.exit(code);
}

/** @param {string} unit */
async function start(unit) {
  if (unit === 'nginx.service') return nginx();
  if (unit.endsWith('.timer')) return readUnit(unit.replace(/\.timer$/, '.service')) ? 0 : 1;
  if (readUnit(unit).Type?.[0] === 'oneshot') return runOnce(unit);
  if (supervisorOf(unit)) return 0;
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'supervise', unit], {
    detached: true,
    stdio: 'ignore',
  });
  child.unref();
  await until(() => supervisorOf(unit) !== undefined);
  return 0;
}

/** @param {string} unit */
async function stop(unit) {
  if (unit === 'nginx.service') return nginx('-s', 'quit');
  const supervisor = supervisorOf(unit);
  if (!supervisor) return 0;
  process.kill(supervisor, 'SIGTERM');
  await until(() => !supervisorOf(unit));
  return 0;
}

/** @param {string} unit */
function supervisorOf(unit) {
  try {
    const id = Number(readFileSync(`/run/manual/units/${unit}`, 'utf8'));
    return existsSync(`/proc/${id}`) ? id : undefined;
  } catch {
    // It takes its file away when it ends.
    return undefined;
  }
}

/** @param {string[]} args */
function nginx(...args) {
  return spawnSync('nginx', args, { stdio: 'inherit' }).status ?? 1;
}

/** @param {() => boolean} condition */
async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** @param {string} why */
function refuse(why) {
  process.stderr.write(`${why}\n`);
  return 1;
}
