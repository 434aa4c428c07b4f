import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { playwrightCounts } from '../../scripts/test-counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'counts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const spec = (title: string, ok: boolean, ...messages: (string | undefined)[]) => ({
  title,
  file: 'a.spec.ts',
  ok,
  tests: [{ results: messages.map((message) => (message ? { error: { message } } : {})) }],
});

function countsOf(report: object, exitCode: number) {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return playwrightCounts(path, exitCode);
}

test('what failed is counted and named with the first line of why', () => {
  const stats = { expected: 1, unexpected: 1, skipped: 0 };
  const specs = [spec('good', true, undefined), spec('bad', false, 'wrong\nby a second')];
  const counts = countsOf({ stats, errors: [], suites: [{ suites: [{ specs }] }] }, 1);
  expect(counts).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['a.spec.ts › bad: wrong'],
  });
});

test('an error outside any test is a failure, and so is a run that had none', () => {
  const stats = { expected: 3, unexpected: 0, skipped: 0 };
  const broken = countsOf({ stats, errors: [{ message: 'no site' }], suites: [] }, 1);
  expect(broken).toMatchObject({ passed: 3, failed: 1, failures: ['outside any test: no site'] });
  const none = { expected: 0, unexpected: 0, skipped: 0 };
  expect(countsOf({ stats: none, errors: [], suites: [] }, 0)).toMatchObject({ failed: 1 });
  expect(playwrightCounts(join(folder, 'nothing.json'), 0)).toMatchObject({ failed: 1 });
});

test('what asks for the tests with a database asks for all projects that have them', () => {
  const names = [...readFileSync('vitest.config.ts', 'utf8').matchAll(/name: '(database[^']*)'/g)];
  expect(names.length).toBeGreaterThan(1);
  for (const path of ['.ci/run', 'ops/bench/search-quality.ts']) {
    expect(readFileSync(path, 'utf8'), path).toMatch(/--project'?,? '?database\*'/);
  }
});
