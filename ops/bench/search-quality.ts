/** The table of tests/support/texts/search-queries.ts, as a hit rate. */
import { spawnSync } from 'node:child_process';
import type { Row } from './bench.ts';

const vitest = 'node_modules/vitest/vitest.mjs';

export async function searchQuality(): Promise<Row[]> {
  const args = [vitest, 'run', 'app/features/search/search-quality.db.test.ts'];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  for (const line of stdout.split('\n').filter((one) => one.includes('missed:'))) {
    console.log(line.trim());
  }
  const rates = [...stdout.matchAll(/search quality: (.+), hit rate ([\d.]+) %/g)];
  if (rates.length === 0) throw new Error(stdout);
  return rates.map(([, what, rate]) => ({
    work: `search, ${what}: found among the first five`,
    measured: `${rate} %`,
    bar: '≥ 95 %',
    reached: Number(rate) >= 95,
  }));
}
