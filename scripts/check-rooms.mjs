/**
 * Checks that the house stays one in which things are found: small folders, and documents that say of
 * the areas what the imports make of them. `--write` puts that there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { filesUnder } from './files-under.mjs';
import { projectRoot } from './project-root.mjs';

const { areas } = createRequire(import.meta.url)('./areas.cjs');

/** The most source files of a folder. */
const most = 15;
/** The most files of app/lib, its folders included. */
const mostShared = 20;
/** The most lines of docs/ARCHITECTURE.md. */
const longest = 150;

const isSource = (/** @type {string} */ path) =>
  /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path);
const sources = ['app', 'server'].flatMap(filesUnder).filter(isSource);
/** @type {string[]} */
const problems = [];

/** @type {Map<string, number>} */
const sizes = new Map();
for (const path of sources) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
for (const [folder, size] of sizes) {
  if (size > most) problems.push(`${folder}: ${size} source files, at most ${most}`);
}
const shared = sources.filter((path) => path.startsWith('app/lib/')).length;
if (shared > mostShared) problems.push(`app/lib: ${shared} files, at most ${mostShared}`);

for (const area of areas) {
  if (!existsSync(join(projectRoot, 'app/features', area, 'README.md')))
    problems.push(`app/features/${area}: no README.md`);
}
for (const path of sources) {
  const area = /^app\/features\/([^/]+)\//.exec(path)?.[1];
  if (area && !areas.includes(area)) problems.push(`${path}: in no area`);
}

/** Which areas each one uses, by type as well. */
function usedBy(/** @type {string} */ area) {
  const used = new Set(
    sources
      .filter((path) => path.startsWith(`app/features/${area}/`))
      .flatMap((path) => [
        ...readFileSync(join(projectRoot, path), 'utf8').matchAll(/'~\/features\/([a-z-]+)\//g),
      ])
      .map(([, name]) => name),
  );
  used.delete(area);
  const names = areas.toReversed().filter((/** @type {string} */ name) => used.has(name));
  return names.join(', ') || 'platform only';
}

const drawing = areas
  .toReversed()
  .map((/** @type {string} */ area) => `${area.padEnd(12)} -> ${usedBy(area)}`)
  .join('\n');
derive('docs/ARCHITECTURE.md', /(<!-- areas -->\n```\n)[\s\S]*?(```)/, `$1${drawing}\n$2`);
const length = read('docs/ARCHITECTURE.md').split('\n').length - 1;
if (length > longest) problems.push(`docs/ARCHITECTURE.md: ${length} lines, at most ${longest}`);

const tables = new Set(
  sources
    .filter((path) => path.startsWith('app/db/schema/'))
    .flatMap((path) => [...read(path).matchAll(/pgTable\(\s*'([a-z_]+)'/g)])
    .map(([, name]) => name),
);
for (const area of areas) {
  const readme = `app/features/${area}/README.md`;
  derive(readme, /^- Uses: .*$/m, `- Uses: ${usedBy(area)}.`);
  for (const name of namesIn(readme, 'Tables'))
    if (!tables.has(name)) problems.push(`${readme}: no table ${name}`);
  for (const name of namesIn(readme, 'Front doors')) {
    const places = [`${name}.server.ts`, `${name}/${name}.server.ts`];
    if (!places.some((place) => sources.includes(`app/features/${area}/${place}`)))
      problems.push(`${readme}: no front door ${name}`);
  }
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(projectRoot, path), 'utf8');
}

/**
 * What a document says of the code, put there with `--write` and compared without.
 * @param {string} path
 * @param {RegExp} place
 * @param {string} derived
 */
function derive(path, place, derived) {
  const text = read(path);
  const right = text.replace(place, derived);
  if (process.argv.includes('--write')) writeFileSync(join(projectRoot, path), right);
  else if (right !== text || !place.test(text))
    problems.push(`${path}: not what the imports say (node scripts/check-rooms.mjs --write)`);
}

/**
 * What a line of an area's README names.
 * @param {string} path
 * @param {string} subject
 */
function namesIn(path, subject) {
  const line = new RegExp(`^- ${subject}: (.*(?:\\n  .*)*)$`, 'm').exec(read(path))?.[1];
  if (!line) problems.push(`${path}: no line "- ${subject}: "`);
  return [...(line ?? '').matchAll(/`([a-z_-]+)`/g)].map(([, name]) => name);
}

for (const problem of problems) console.log(problem);
console.log(`${sizes.size} folders, ${areas.length} areas, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
