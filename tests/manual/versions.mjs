import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/project-root.mjs';
import { SayAndStop } from '../../scripts/say-and-stop.mjs';

/** @typedef {{ present: string, old: string | undefined }} Versions commits */
/** @typedef {(...args: string[]) => string} Git */

const manual = 'docs/OPERATIONS.md';
/** A manual without such marks cannot be followed by a program. */
const mark = 'title="/etc/association.env"';

/**
 * The repository that the manual clones: `site.git` in the scratch folder. The present version is the
 * working tree as it is.
 * @param {string} scratch
 * @returns {Versions}
 */
export function copyRepository(scratch) {
  const repository = join(scratch, 'site.git');
  run('git', ['clone', '--quiet', '--bare', '--shared', projectRoot, repository]);
  const here = {
    GIT_DIR: repository,
    GIT_WORK_TREE: projectRoot,
    GIT_INDEX_FILE: join(scratch, 'index'),
  };
  /** @type {Git} */
  const git = (...args) => run('git', args, here);
  git('read-tree', 'HEAD');
  git('add', '--all');
  const author = ['-c', 'user.name=Manual', '-c', 'user.email=manual@example.org'];
  const tree = git('write-tree');
  const present = git(...author, 'commit-tree', tree, '-p', 'HEAD', '-m', 'The working tree');
  const old = olderVersion(git, present);
  const lockOf = (/** @type {string} */ commit) => git('show', `${commit}:package-lock.json`);
  keepModules(scratch, { lock: lockOf(present), modules: join(projectRoot, 'node_modules') });
  run('cp', ['-al', join(projectRoot, 'build'), join(scratch, 'builds', present)]);
  for (const [guide, version] of Object.entries({ present, old })) {
    if (version) writeFileSync(join(scratch, `${guide}.md`), git('show', `${version}:${manual}`));
  }
  if (old && lockOf(old) !== lockOf(present)) {
    keepModules(scratch, { lock: lockOf(old), modules: install({ scratch, old, git }) });
  }
  git('symbolic-ref', 'HEAD', 'refs/heads/main');
  return { present, old };
}

/**
 * What the repository offers from now on.
 * @param {string} scratch
 * @param {string} version
 */
export function offer(scratch, version) {
  run('git', ['-C', join(scratch, 'site.git'), 'update-ref', 'refs/heads/main', version]);
}

/**
 * The newest version whose manual can be followed and from which an upgrade changes the database, or
 * at least one whose manual can be followed.
 * @param {Git} git
 * @param {string} present
 * @returns {string | undefined}
 */
function olderVersion(git, present) {
  const commits = git('rev-list', '--max-count=400', `${present}^`).split('\n');
  const marked = commits.filter((commit) => hasMark(git, commit));
  const journal = 'app/db/migrations/meta/_journal.json';
  const migrationsIn = (/** @type {string} */ commit) =>
    JSON.parse(git('show', `${commit}:${journal}`)).entries.length;
  const count = migrationsIn(present);
  return marked.find((commit) => migrationsIn(commit) < count) ?? marked.at(-1);
}

/**
 * @param {Git} git
 * @param {string} commit
 */
function hasMark(git, commit) {
  return git('show', `${commit}:${manual}`).includes(mark);
}

/**
 * What `npm ci` gives for a lock file is found under the sum of that file.
 * @param {string} scratch
 * @param {{ lock: string, modules: string }} kept
 */
function keepModules(scratch, { lock, modules }) {
  const sum = createHash('sha256').update(`${lock}\n`).digest('hex');
  const folder = join(scratch, 'modules', sum);
  mkdirSync(folder);
  run('cp', ['-al', modules, join(folder, 'node_modules')]);
  // The user of the site makes this folder when building.
  rmSync(join(folder, 'node_modules/.vite-temp'), { recursive: true, force: true });
}

/**
 * @param {{ scratch: string, old: string, git: Git }} given
 * @returns {string} the packages of the older version
 */
function install({ scratch, old, git }) {
  const folder = join(scratch, 'old-packages');
  mkdirSync(folder);
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    writeFileSync(join(folder, file), `${git('show', `${old}:${file}`)}\n`);
  }
  run('npm', ['ci', '--prefer-offline', '--prefix', folder]);
  return join(folder, 'node_modules');
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [environment]
 * @returns {string} what it printed, without the last line end
 */
function run(program, args, environment) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
    env: { ...process.env, ...environment },
  });
  if (status !== 0) throw new SayAndStop(`${program} ${args.join(' ')}: ${status}\n${stderr}`);
  return stdout.replace(/\n$/, '');
}
