/**
 * Checks that the house stays one in which things are found: small folders, a README for each area,
 * and a drawing of the areas in docs/ARCHITECTURE.md that is the one the imports make.
 * `--write` puts the present drawing there.
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
function drawing() {
  return areas
    .toReversed()
    .map((/** @type {string} */ area) => {
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
      return `${area.padEnd(12)} -> ${names.join(', ') || 'platform only'}`;
    })
    .join('\n');
}

const document = join(projectRoot, 'docs/ARCHITECTURE.md');
const text = readFileSync(document, 'utf8');
const drawn = text.replace(
  /(<!-- areas -->\n```\n)[\s\S]*?(```)/,
  (_, before, after) => `${before}${drawing()}\n${after}`,
);
if (process.argv.includes('--write')) writeFileSync(document, drawn);
else if (drawn !== text || !text.includes('<!-- areas -->'))
  problems.push('docs/ARCHITECTURE.md: another drawing (node scripts/check-rooms.mjs --write)');

for (const problem of problems) console.log(problem);
console.log(`${sizes.size} folders, ${areas.length} areas, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
