/**
 * The part of `npm test` that runs on Node 24; see test.mjs. What failed comes last, and how many.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureChromium } from './find-chromium.mjs';
import { runProgram, runScript } from './run-command.mjs';
import { orSayWhy, SayAndStop } from './say-and-stop.mjs';
import { noCounts, playwrightCounts, vitestCounts } from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */

/** @type {[string, () => Promise<number>][]} name and what gives its exit code */
const checks = [
  ['Types', checkTypes],
  ['Lint', () => runProgram('oxlint', [])],
  ['Format', () => runProgram('oxfmt', ['--check'])],
  ['Import rules', () => runScript('check-imports.mjs')],
  ['Rooms', () => runScript('check-rooms.mjs')],
  ['Dead code', () => runProgram('knip', ['--no-progress'])],
  ['Names', () => runScript('check-names.mjs')],
  ['Texts', () => runScript('check-texts.mjs')],
  ['Lock file', () => runScript('check-lock-file.mjs')],
  ['Secrets', () => runScript('check-secrets.mjs')],
  ['Commits', () => runScript('check-commits.mjs')],
];

/** @type {Record<string, (args: string[]) => Promise<Counts>>} */
const parts = {
  check: runChecks,
  unit: runUnitTests,
  e2e: runBrowserTests,
  recipes: followRecipes,
  manual: followManual,
};

/** The manual takes root and Debian: `.ci/run` follows it, and whoever asks for it. */
const usual = ['check', 'unit', 'e2e'];

const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

await orSayWhy(async () => {
  const { names, rest } = readArguments(process.argv.slice(2));
  const sum = noCounts();
  for (const name of names) {
    const counts = await parts[name]?.(rest);
    if (!counts) continue;
    // Beside real tests a check that passes is no test; alone, the checks are what was counted.
    if (name !== 'check' || names.length === 1) sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.skipped += counts.skipped;
    sum.failures.push(...counts.failures);
  }
  if (sum.failures.length > 0) console.log('');
  for (const failure of sum.failures) console.log(`Failed: ${failure}`);
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
});

/** @param {string[]} given */
function readArguments(given) {
  const first = given.findIndex((word) => !(word in parts));
  const names = first < 0 ? given : given.slice(0, first);
  const rest = first < 0 ? [] : given.slice(first);
  if (names.length !== 1 && rest.length > 0) {
    throw new SayAndStop(`"${rest[0]}" is none of ${Object.keys(parts).join(', ')}.`);
  }
  return { names: names.length > 0 ? names : usual, rest };
}

async function checkTypes() {
  const generated = await runProgram('@react-router/dev:react-router', ['typegen']);
  return generated || runProgram('typescript:tsc', ['--noEmit', '--pretty']);
}

/** Runs all of them even when one fails, so that every failure is visible at once. */
async function runChecks() {
  const failed = [];
  for (const [name, check] of checks) {
    heading(name);
    if ((await check()) !== 0) failed.push(name);
  }
  return {
    passed: checks.length - failed.length,
    failed: failed.length,
    skipped: 0,
    failures: failed,
  };
}

/** @param {string[]} args */
async function runUnitTests(args) {
  heading('Unit and integration tests');
  const report = join(reports, 'vitest.json');
  const code = await runProgram('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  ]);
  return vitestCounts(report, code);
}

/** @param {string[]} args */
async function runBrowserTests(args) {
  heading('Build');
  try {
    await ensureBuilt();
    heading('Browser tests');
    const report = join(reports, 'playwright.json');
    const code = await runProgram(
      '@playwright/test:playwright',
      ['test', '--reporter=list,json', ...args],
      {
        environment: { CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        // Asked any other way it leaves its browsers and the site under test where they are.
        stopSignal: 'SIGINT',
      },
    );
    return playwrightCounts(report, code);
  } catch (error) {
    if (!(error instanceof SayAndStop)) throw error;
    console.log(error.message);
    return { ...noCounts(), failed: 1, failures: ['the build'] };
  }
}

async function followRecipes() {
  heading('The recipes');
  const { runRecipes } = await import('./run-recipes.mjs');
  return runRecipes();
}

/** @param {string[]} args */
async function followManual(args) {
  heading('The manual');
  const { runManual } = await import('../tests/manual/run.mjs');
  return runManual(reports, args);
}

/** @param {string} text */
function heading(text) {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 70 - text.length))}`);
}
