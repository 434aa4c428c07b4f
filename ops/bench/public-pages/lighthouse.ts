/** Lighthouse with its mobile defaults on every public page of the built site. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../../scripts/find-chromium.mjs';
import { type Row, withSite } from '../bench.ts';
import { publicPages } from './public-pages.ts';

const bars = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

/** The same page differs from one run to the next by some points; the one in the middle counts. */
const runs = 3;

export function lighthousePart(): Promise<Row[]> {
  return withSite({}, async ({ url }) => {
    const { default: lighthouse } = await import('lighthouse');
    const browser = await startBrowser();
    try {
      const rows: Row[] = [];
      for (const { path } of publicPages) {
        await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'br' } });
        const reports: Report[] = [];
        for (let run = 0; run < runs; run += 1) {
          const result = await lighthouse(`${url}${path}`, {
            port: browser.port,
            onlyCategories: Object.keys(bars),
            logLevel: 'error',
          });
          if (!result) throw new Error(`Lighthouse had nothing to say about ${path}`);
          reports.push(result.lhr);
        }
        rows.push(rowOf(path, reports));
      }
      return rows;
    } finally {
      await browser.stop();
    }
  });
}

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>;
  audits: Record<string, { score: number | null; displayValue?: string }>;
};

const performanceOf = ({ categories }: Report) => categories['performance']?.score ?? 0;

function rowOf(path: string, reports: readonly Report[]): Row {
  const sorted = reports.toSorted((a, b) => performanceOf(a) - performanceOf(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('There is no report');
  const { categories, audits } = middle;
  const scores = Object.entries(bars).map(([name, bar]) => {
    const score = Math.round((categories[name]?.score ?? 0) * 100);
    return { name, score, isReached: score >= bar };
  });
  // What is not perfect outside the speed, by the name of its check.
  const failed = ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id }) => (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  const paint = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'cumulative-layout-shift',
    'total-blocking-time',
  ];
  const times = paint.map((id) => audits[id]?.displayValue ?? '?').join(', ');
  return {
    work: path,
    measured: [
      scores.map(({ name, score }) => `${name} ${score}`).join(', '),
      `performance of each run ${sorted.map((report) => Math.round(performanceOf(report) * 100)).join(', ')}`,
      `FCP, LCP, CLS, blocked ${times}`,
      ...failed,
    ].join('; '),
    bar: 'performance ≥ 98, others 100',
    reached: scores.every(({ isReached }) => isReached),
  };
}

/** Chromium with its remote control on a port of its choice. */
async function startBrowser(): Promise<{ port: number; stop: () => Promise<void> }> {
  const program = findChromium();
  if (!program) throw new Error('Lighthouse needs Chromium; set CHROMIUM_PATH to one.');
  const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  const child = spawn(
    program,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const port = await portOf(child);
  return {
    port,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const port = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(output)?.[1];
      if (port) resolve(Number(port));
    });
    child.once('exit', () => reject(new Error(`Chromium ended:\n${output}`)));
  });
}
