/** `npm run bench -- search-quality`: the table of test/search-queries.ts, printed as a hit rate. */
import { spawnSync } from 'node:child_process';

const vitest = 'node_modules/vitest/vitest.mjs';
const { stdout, status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'test/search-quality.test.ts'],
  {
    encoding: 'utf8',
  },
);
const lines = stdout.split('\n').filter((line) => /search quality:|missed:/.test(line));
console.log(lines.length > 0 ? lines.join('\n') : stdout);
process.exitCode = status ?? 1;
