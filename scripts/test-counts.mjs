import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectRoot } from './project-root.mjs';

/**
 * `failures` names what failed and the first line of why, a line each.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts
 */

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ results: { error?: { message?: string } }[] }} PlaywrightTest */
/** @typedef {{ title: string, file: string, ok: boolean, tests: PlaywrightTest[] }} PlaywrightSpec */
/** @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */

/**
 * @param {string} report path of vitest's JSON report
 * @param {number} exitCode of vitest
 * @returns {Counts}
 */
export function vitestCounts(report, exitCode) {
  const result = read(report);
  if (!result) return counted(noCounts(), exitCode);
  /** @type {VitestFile[]} */
  const files = result.testResults;
  const failures = files.flatMap((file) => {
    const name = relative(projectRoot, file.name);
    // A test file that cannot even be loaded has no tests that could fail.
    if (file.status === 'failed' && file.assertionResults.length === 0) {
      return [failure(name, file.message)];
    }
    return file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failure(`${name} › ${test.fullName}`, test.failureMessages[0]));
  });
  const { numPassedTests, numPendingTests, numTodoTests } = result;
  return counted(
    {
      passed: numPassedTests,
      failed: failures.length,
      skipped: numPendingTests + numTodoTests,
      failures,
    },
    exitCode,
  );
}

/**
 * @param {string} report path of Playwright's JSON report
 * @param {number} exitCode of Playwright
 * @returns {Counts}
 */
export function playwrightCounts(report, exitCode) {
  const result = read(report);
  if (!result) return counted(noCounts(), exitCode);
  const { expected, unexpected, skipped } = result.stats;
  /** @type {{ message?: string }[]} errors outside any test: a site that does not start or stop */
  const errors = result.errors;
  return counted(
    {
      passed: expected,
      failed: unexpected + errors.length,
      skipped,
      failures: [
        ...result.suites.flatMap(failuresOf),
        ...errors.map((error) => failure('outside any test', error.message)),
      ],
    },
    exitCode,
  );
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failuresOf({ specs = [], suites = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const error = tests.flatMap((test) => test.results).find((result) => result.error)?.error;
      return failure(`${file} › ${title}`, error?.message);
    });
  return [...own, ...suites.flatMap(failuresOf)];
}

/** @returns {Counts} */
export function noCounts() {
  return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

/**
 * @param {string} name
 * @param {string | undefined} message
 */
function failure(name, message) {
  const why = stripVTControlCharacters(message ?? '').split('\n', 1)[0];
  return why ? `${name}: ${why}` : name;
}

/**
 * A run that failed without a failed test, or had no test at all, counts as one failure.
 * @param {Counts} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
function counted(counts, exitCode) {
  const isFailure = exitCode !== 0 || counts.passed + counts.failed === 0;
  if (!isFailure || counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: [`no test, but the run ended with ${exitCode}`] };
}

/** @param {string} report */
function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return undefined;
  }
}
