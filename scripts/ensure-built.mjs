import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSources } from './build-sources.mjs';
import { filesUnder } from './files-under.mjs';
import { alone } from './lock.mjs';
import { projectRoot } from './project-root.mjs';
import { runProgram } from './run-command.mjs';
import { SayAndStop } from './say-and-stop.mjs';

const isPartOfBuild = (/** @type {string} */ path) => !/\.test\.tsx?$/.test(path);
const stamp = join(projectRoot, 'build', '.built-from');

export const serverFile = new URL('../build/server/main.js', import.meta.url);

/**
 * Builds when the sources differ from those of the present build, or when that was interrupted.
 * @throws {SayAndStop} when the build fails
 */
export async function ensureBuilt() {
  if (isCurrent()) return;
  await alone('building the site', async () => {
    if (!isCurrent()) await buildHere('error');
  });
}

/**
 * Builds in any case.
 * @throws {SayAndStop} when the build fails
 */
export async function build() {
  await alone('building the site', () => buildHere('info'));
}

/** @param {'error' | 'info'} detail what the build tells: its failures, or also what it made */
async function buildHere(detail) {
  console.log('Building the site (half a minute or so) ...');
  rmSync(stamp, { force: true });
  // Taken before the build: a file saved while it runs has to be built again.
  const hash = sourcesHash();
  const code = await runProgram('@react-router/dev:react-router', ['build', '--logLevel', detail], {
    environment: { NODE_ENV: 'production' },
  });
  if (code !== 0) throw new SayAndStop('The site could not be built; the reason is above.');
  if (!existsSync(serverFile)) {
    throw new SayAndStop('The build ended without build/server/main.js; see vite.config.ts.');
  }
  // A build migrates as far as it knows, whatever the sources beside it have become.
  cpSync(join(projectRoot, 'app/db/migrations'), fileURLToPath(new URL('migrations', serverFile)), {
    recursive: true,
  });
  writeFileSync(stamp, hash);
}

function isCurrent() {
  return (
    existsSync(stamp) && existsSync(serverFile) && readFileSync(stamp, 'utf8') === sourcesHash()
  );
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const path of buildSources.flatMap(filesUnder).filter(isPartOfBuild)) {
    const content = readFileSync(join(projectRoot, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
