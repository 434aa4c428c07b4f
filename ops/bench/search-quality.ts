/** The questions of tests/documents/decisions and of tests/support/texts/search-queries.ts, as hit rates. */
import { spawnSync } from 'node:child_process';
import type { Row } from './bench.ts';

const vitest = 'node_modules/vitest/vitest.mjs';

function ask(file: string, environment: Record<string, string> = {}): string {
  const args = [vitest, 'run', '--project', 'database*', `app/features/search/${file}`];
  const env = { ...process.env, ...environment };
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  for (const line of stdout.split('\n').filter((one) => one.includes('missed:'))) {
    console.log(line.trim());
  }
  return stdout;
}

export async function searchQuality(): Promise<Row[]> {
  const files = ask('search-quality.db.test.ts');
  const rates = [...files.matchAll(/search quality: (.+), hit rate ([\d.]+) %/g)];
  if (rates.length === 0) throw new Error(files);
  const rows = rates.map(([, what, rate]) => rowOf(`${what}: in the first five`, Number(rate), 95));
  for (const notes of ['1000', '50000']) {
    const stdout = ask('decision-search.db.test.ts', { SEARCH_NOTES: notes });
    const found = [
      ...stdout.matchAll(
        /search quality: (.+), first right ([\d.]+) %, in the first five ([\d.]+) %/g,
      ),
    ];
    if (found.length === 0) throw new Error(stdout);
    for (const [, what, first, five] of found) {
      rows.push(rowOf(`${what}: first right`, Number(first), 80));
      rows.push(rowOf(`${what}: in the first five`, Number(five), 95));
    }
  }
  return rows;
}

const rowOf = (what: string, rate: number, bar: number): Row => ({
  work: `search, ${what}`,
  measured: `${rate.toFixed(1)} %`,
  bar: `≥ ${bar} %`,
  reached: rate >= bar,
});
