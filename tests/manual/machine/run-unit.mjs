import { spawn } from 'node:child_process';
import { openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { sandboxScript } from './sandbox.mjs';
import { environmentOf, readUnit, wordsOf } from './unit-file.mjs';

/** @typedef {import('./unit-file.mjs').Unit} Unit */

/**
 * Runs a unit of the type oneshot to its end.
 * @param {string} name
 * @returns {Promise<number>} its exit code
 */
export async function runOnce(name) {
  const unit = readUnit(name);
  for (const line of [...(unit.ExecStart ?? []), ...(unit.ExecStartPost ?? [])]) {
    const code = await exitOf(startProgram({ name, unit, line }));
    if (code !== 0) return code;
  }
  return 0;
}

/**
 * Runs a unit until it is told to stop, and again when its program ends before.
 * @param {string} name
 */
export async function supervise(name) {
  const unit = readUnit(name);
  const [line = ''] = unit.ExecStart ?? [];
  const told = { isStopping: false };
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  process.on('SIGTERM', () => {
    told.isStopping = true;
    child?.kill('SIGTERM');
    setTimeout(() => child?.kill('SIGKILL'), Number(unit.TimeoutStopSec?.[0] ?? 90) * 1000).unref();
  });
  while (!told.isStopping) {
    child = startProgram({ name, unit, line });
    writeFileSync(`/run/manual/units/${name}.main`, String(child.pid));
    // Whole when it appears: the caller waits for it.
    writeFileSync(`/run/manual/units/${name}.new`, String(process.pid));
    renameSync(`/run/manual/units/${name}.new`, `/run/manual/units/${name}`);
    await exitOf(child);
    if (unit.Restart?.[0] !== 'always') break;
    if (!told.isStopping) await pause(Number(unit.RestartSec?.[0] ?? 0.1) * 1000);
  }
  rmSync(`/run/manual/units/${name}`, { force: true });
}

/** @param {{ name: string, unit: Unit, line: string }} what */
function startProgram({ name, unit, line }) {
  const journal = openSync(`/run/manual/journal/${name}`, 'a');
  const [user = 'root'] = unit.User ?? [];
  return spawn(
    'unshare',
    ['--mount', '--', 'bash', '-c', sandboxScript(unit), 'bash', ...wordsOf(line)],
    {
      stdio: ['ignore', journal, journal],
      // Signals for this service stay with it.
      detached: true,
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin',
        LANG: 'C.UTF-8',
        USER: user,
        ...environmentOf(unit),
      },
    },
  );
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function exitOf(child) {
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
