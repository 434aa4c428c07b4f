import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {string} report path of vitest's JSON report
 * @param {number} exitCode of vitest
 * @returns {Counts}
 */
export function vitestCounts(report, exitCode) {
  const result = read(report);
  if (!result) return counted({ passed: 0, failed: 0, skipped: 0 }, exitCode);
  // A test file that cannot even be loaded has no tests that could fail.
  const unloaded = result.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  );
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = result;
  const failed = numFailedTests + unloaded.length;
  return counted(
    { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests },
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
  if (!result) return counted({ passed: 0, failed: 0, skipped: 0 }, exitCode);
  const { expected, unexpected, flaky, skipped } = result.stats;
  // Errors outside any test: files that do not load, a site that does not start or stop.
  const failed = unexpected + flaky + result.errors.length;
  return counted({ passed: expected, failed, skipped }, exitCode);
}

/**
 * A run that failed without a failed test, or had no test at all, counts as one failure.
 * @param {Counts} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
function counted(counts, exitCode) {
  const isFailure = exitCode !== 0 || counts.passed + counts.failed === 0;
  return { ...counts, failed: isFailure ? Math.max(1, counts.failed) : counts.failed };
}

/** @param {string} report */
function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return undefined;
  }
}
