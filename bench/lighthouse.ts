/** Lighthouse with its mobile defaults on every public page of the built site. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../scripts/find-chromium.mjs';
import { type Row, withSite } from './bench.ts';
import { publicPages } from './public-pages.ts';

const bars = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

export function lighthousePart(): Promise<Row[]> {
  return withSite({}, async ({ url }) => {
    const { default: lighthouse } = await import('lighthouse');
    const browser = await startBrowser();
    try {
      const rows: Row[] = [];
      for (const { path } of publicPages) {
        await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'br' } });
        const result = await lighthouse(`${url}${path}`, {
          port: browser.port,
          onlyCategories: Object.keys(bars),
          logLevel: 'error',
        });
        if (!result) throw new Error(`Lighthouse had nothing to say about ${path}`);
        rows.push(rowOf(path, result.lhr));
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

function rowOf(path: string, { categories, audits }: Report): Row {
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
  const paint = ['first-contentful-paint', 'largest-contentful-paint', 'cumulative-layout-shift'];
  const times = paint.map((id) => audits[id]?.displayValue ?? '?').join(', ');
  return {
    work: path,
    measured: [
      scores.map(({ name, score }) => `${name} ${score}`).join(', '),
      `FCP, LCP, CLS ${times}`,
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
