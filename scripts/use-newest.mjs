/**
 * Names in package.json the newest versions of the packages that are hardest to follow. Of packages
 * that belong together the newest version that all of them have; used by `.ci/newest` and by the
 * monthly update.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.mjs';

const families = [
  ['react-router', '@react-router/node', '@react-router/dev'],
  ['better-auth', '@better-auth/core'],
  ['@better-auth/passkey'],
  ['pg-boss'],
];

const file = join(projectRoot, 'package.json');
const manifest = JSON.parse(readFileSync(file, 'utf8'));

for (const family of families) {
  const version = newestOf(family);
  for (const name of family) {
    for (const part of ['dependencies', 'devDependencies']) {
      const wanted = manifest[part][name];
      if (!wanted) continue;
      if (wanted !== version) console.log(`${name} ${wanted} -> ${version}`);
      manifest[part][name] = version;
    }
  }
}
// The passkey plugin names the packages of its own release; they have to be those of better-auth.
const auth = manifest.dependencies['better-auth'];
const needed = JSON.parse(view(`better-auth@${auth}`, 'dependencies'));
const held = manifest.overrides['@better-auth/passkey'];
for (const name of Object.keys(held)) held[name] = needed[name] ?? auth;
writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);

/** @param {readonly string[]} family */
function newestOf(family) {
  const lists = family.map((name) => {
    /** @type {string[]} */
    const versions = [JSON.parse(view(name, 'versions'))].flat();
    return versions.filter((version) => !version.includes('-'));
  });
  const [first = [], ...others] = lists;
  const common = first.filter((version) => others.every((list) => list.includes(version)));
  return common.toSorted(byNumbers).at(-1);
}

/**
 * @param {string} one
 * @param {string} other
 */
function byNumbers(one, other) {
  return one.localeCompare(other, 'en', { numeric: true });
}

/**
 * @param {string} name
 * @param {string} field
 */
function view(name, field) {
  return execFileSync('npm', ['view', name, field, '--json'], { encoding: 'utf8' });
}
