/**
 * Follows docs/recipes.md in a copy of the project, as someone would who has only that page: all
 * recipes are applied, counted, and tried by the types, the rules of style and their own tests.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from './project-root.mjs';
import { applyStep, readRecipes, sourceFilesOf } from './recipes.mjs';
import { runProgram } from './run-command.mjs';

/** What else holds of every field, text, permission and table, and would be seen first. */
const furtherTests = [
  'app/i18n/translations.test.ts',
  'app/features/compliance/data-rights',
  'tests/repository/message-keys.test.ts',
  'tests/system/permissions.test.ts',
];

/** @returns {Promise<import('./test-counts.mjs').Counts>} */
export async function runRecipes() {
  const recipes = readRecipes(readFileSync(join(projectRoot, 'docs/recipes.md'), 'utf8'));
  const copy = copyOfProject();
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  const inCopy = { directory: copy };
  const problems = [];
  for (const recipe of recipes) {
    for (const step of recipe.steps) applyStep(copy, step);
    const count = sourceFilesOf(recipe).length;
    console.log(`${recipe.title}: ${count} source files, at most ${recipe.most}`);
    if (count > recipe.most) problems.push(`${recipe.title}: too many source files`);
  }
  const paths = recipes.flatMap(({ steps }) => steps.map(({ path }) => path));
  const programs = paths.filter((path) => /\.tsx?$/.test(path));
  const tests = programs.filter((path) => /\.test\.tsx?$/.test(path));
  /** @type {[string, string, string[]][]} */
  const trials = [
    ['the migration', 'drizzle-kit', ['generate']],
    ['the types of the routes', '@react-router/dev:react-router', ['typegen']],
    ['the types', 'typescript:tsc', ['--noEmit', '--incremental', 'false']],
    ['the rules of style', 'oxlint', [...new Set(programs)]],
    ['the layout', 'oxfmt', ['--check', ...new Set(programs)]],
    ['the tests', 'vitest', ['run', ...tests, ...furtherTests]],
  ];
  for (const [name, program, args] of trials) {
    const code = await runProgram(program, args, inCopy);
    if (code !== 0) problems.push(`${name} of the recipes`);
  }
  const failed = problems.length;
  const passed = recipes.length + trials.length - failed;
  return { passed, failed, skipped: 0, failures: problems };
}

/** The files that the repository has or would have, with the packages of this one. */
function copyOfProject() {
  const copy = mkdtempSync(join(tmpdir(), 'recipes-'));
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listed, { cwd: projectRoot, encoding: 'utf8' }).split('\0');
  for (const file of files.filter((path) => path && existsSync(join(projectRoot, path)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(projectRoot, file), join(copy, file));
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
