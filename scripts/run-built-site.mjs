import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverFile } from './ensure-built.mjs';
import { pathOfNode24 } from './node-24.mjs';
import { projectRoot } from './project-root.mjs';
import { createTemporaryDatabase } from './temporary-database.mjs';

const startLimit = 180_000;
const stopLimit = 15_000;

/** The environment variables that the site under test inherits; others could change its behaviour. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'SystemRoot', 'TEMP'];

/**
 * @typedef {object} BuiltSite
 * @property {string} url where it answers, without a slash at the end
 * @property {string} password of every demonstration account
 * @property {string} dataDirectory
 * @property {string} databaseUrl for a test that looks at what is stored
 * @property {import('node:child_process').ChildProcess} process
 * @property {() => string} output what it has printed so far
 * @property {() => Promise<void>} stop asks it to stop and removes its data; throws when it does
 *   not stop in time, stops with a failure, leaves its database running, or has asked a machine
 *   that its settings do not name
 */

/**
 * Runs the built site on a free port of 127.0.0.1 with demonstration content and data of its own.
 * With TEST_DATABASE_URL the data is in a fresh database on that server instead.
 * @param {Record<string, string>} [environment] added to or replacing its environment
 * @returns {Promise<BuiltSite>} once it serves
 */
export async function runBuiltSite(environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  // Run by root, the database server is another user, who has to reach the data in here.
  chmodSync(folder, 0o755);
  const dataDirectory = join(folder, 'data');
  const password = randomBytes(12).toString('base64url');
  const database = await createTemporaryDatabase(process.env.TEST_DATABASE_URL);
  const child = spawn(pathOfNode24(), [...preloaded, fileURLToPath(serverFile)], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
      PORT: String(await freePort()),
      DATA_DIR: dataDirectory,
      DEMO: '1',
      DEMO_PASSWORD: password,
      // The news of the demonstration, all of them.
      NEWS_LANGUAGES: 'en, fr, de',
      // Most tests of deletion are about what goes with it, at once.
      INTRANET_TRASH_DAYS: '0',
      ...(database ? { DATABASE_URL: database.url } : {}),
      ...environment,
    },
  });
  const output = collectOutput(child);
  const cleanUp = async () => {
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const url = await readyUrl(child, output);
    const stop = async () => {
      try {
        await stopSite({ child, output, dataDirectory });
      } finally {
        await cleanUp();
      }
    };
    const socket = encodeURIComponent(join(dataDirectory, 'postgres/socket'));
    const databaseUrl = database?.url ?? `postgresql://association@/association?host=${socket}`;
    return { url, password, dataDirectory, databaseUrl, process: child, output, stop };
  } catch (error) {
    await end(child);
    await cleanUp();
    // Between the choice of the port and its use someone else on the machine has taken it.
    if (!environment.PORT && output().includes('EADDRINUSE')) return runBuiltSite(environment);
    throw error;
  }
}

const preloaded = ['./stop-with-parent.mjs', './note-strangers.mjs'].flatMap((file) => [
  '--import',
  new URL(file, import.meta.url).href,
]);

/** @param {import('node:child_process').ChildProcess} child */
function collectOutput(child) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  }
  return () => text;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => string} output
 * @returns {Promise<string>}
 */
async function readyUrl(child, output) {
  const deadline = Date.now() + startLimit;
  while (Date.now() < deadline) {
    const ready = /^Ready on (\S+?)\/?$/m.exec(output());
    if (ready?.[1]) return ready[1];
    if (hasEnded(child)) throw new Error(`The site ended while starting:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The site was not ready after ${startLimit / 1000} s:\n${output()}`);
}

/** @param {{ child: import('node:child_process').ChildProcess, output: () => string, dataDirectory: string }} site */
async function stopSite({ child, output, dataDirectory }) {
  if (hasEnded(child)) {
    throw new Error(
      `The site ended by itself (${child.signalCode ?? child.exitCode}):\n${output()}`,
    );
  }
  const gone = new Promise((resolve) => child.once('exit', () => resolve(true)));
  child.kill('SIGTERM');
  const limit = new Promise((resolve) => setTimeout(resolve, stopLimit, false).unref());
  if (!(await Promise.race([gone, limit]))) {
    await end(child);
    throw new Error(`The site did not stop within ${stopLimit / 1000} s:\n${output()}`);
  }
  if (child.exitCode !== 0) {
    throw new Error(`The site stopped with ${child.signalCode ?? child.exitCode}:\n${output()}`);
  }
  const asked = /^A connection to another machine: .*$/m.exec(output());
  if (asked) throw new Error(asked[0]);
  const left = existsSync(dataDirectory)
    ? readdirSync(dataDirectory, { recursive: true, encoding: 'utf8' })
    : [];
  if (left.some((path) => path.endsWith('postmaster.pid'))) {
    throw new Error(`The site stopped and left its database running:\n${output()}`);
  }
}

/** @param {import('node:child_process').ChildProcess} child */
async function end(child) {
  if (hasEnded(child)) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** @param {import('node:child_process').ChildProcess} child */
function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
}
