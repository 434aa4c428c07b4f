/**
 * Checks who imports whom (.dependency-cruiser.cjs). A checker that cannot read the sources finds
 * no mistakes in them either, so this one also fails unless every source file was read.
 */
import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { filesUnder } from './files-under.mjs';
import { projectRoot } from './project-root.mjs';

const folders = ['app', 'server', 'tests'];
const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

process.chdir(projectRoot);
const { output } = await cruise(
  folders,
  { ...options, ruleSet: { forbidden }, validate: true },
  {},
  { tsConfig: extractTSConfig('tsconfig.json') },
);
if (typeof output === 'string') throw new Error('dependency-cruiser gave no result');

const { modules, summary } = output;
const seen = new Set(modules.map((module) => module.source));
const sources = folders.flatMap(filesUnder).filter((path) => /(?<!\.d)\.tsx?$/.test(path));
const unseen = sources.filter((path) => !seen.has(path));
const dependencies = modules.reduce((sum, module) => sum + module.dependencies.length, 0);

for (const { rule, from, to } of summary.violations) console.log(`${rule.name}: ${from} -> ${to}`);
for (const file of unseen) console.log(`not read: ${file}`);
const names = new Set(summary.violations.map((violation) => violation.rule.name));
for (const { name, comment } of forbidden)
  if (names.has(name)) console.log(`  ${name}: ${comment}`);
console.log(
  `${seen.size} modules, ${dependencies} imports, ${summary.violations.length} forbidden`,
);
if (summary.violations.length > 0 || unseen.length > 0 || dependencies < seen.size / 2)
  process.exitCode = 1;
