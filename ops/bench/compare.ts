/** A page of the site against bare node:http sending the very same answer, in the same run. */
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import type { Row, Site } from './bench.ts';
import { measure, startPinned, stop } from './load.ts';

export type Comparison = {
  work: string;
  path: string;
  headers?: Record<string, string>;
  status?: number;
  /** The least share of the bare server's rate. */
  bar: number;
  /** The most that the 99th percentile may be, in multiples of the bare server's. */
  p99Bar?: number;
};

/** Measures both, one after the other. */
export async function compare(site: Site, comparison: Comparison): Promise<Row> {
  const { work, path, headers = {}, status = 200, bar, p99Bar } = comparison;
  const { head, body } = await rawAnswer(`${site.url}${path}`, headers);
  const bodyFile = join(site.folder, 'body');
  const headFile = join(site.folder, 'head.json');
  writeFileSync(bodyFile, body);
  writeFileSync(headFile, JSON.stringify(head));
  const bare = await startPinned('ops/bench/bare-server.ts', [bodyFile, headFile]);
  try {
    const own = await measure(site, { path, headers, status });
    const yardstick = await measure(bare, { path, headers, status });
    const ratio = own.perSecond / yardstick.perSecond;
    const slower = own.p99 / Math.max(yardstick.p99, 1);
    const p99 = `p99 ${own.p99} ms, bare ${yardstick.p99} ms`;
    return {
      work: `${work} (${(body.length / 1000).toFixed(0)} kB sent)`,
      measured: `${ratio.toFixed(4)} of bare (${own.perSecond.toFixed(0)} of ${yardstick.perSecond.toFixed(0)}/s), ${p99}`,
      bar: `≥ ${bar} of bare${p99Bar ? `, p99 ≤ ${p99Bar} × bare's` : ''}`,
      reached: ratio >= bar && (p99Bar === undefined || slower <= p99Bar),
    };
  } finally {
    await stop(bare);
  }
}

/** Written anew by the server for each answer or connection. */
const ownHeaders = /^(connection|date|keep-alive|transfer-encoding|content-length)$/;

type RawAnswer = { head: { status: number; headers: Record<string, string> }; body: Buffer };

/** The status, headers and bytes of an answer as they travel. */
function rawAnswer(url: string, headers: Record<string, string>): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const kept = Object.entries(response.headers).flatMap(([name, value]) =>
          ownHeaders.test(name) || value === undefined ? [] : [[name, String(value)]],
        );
        resolve({
          head: { status: response.statusCode ?? 0, headers: Object.fromEntries(kept) },
          body: Buffer.concat(chunks),
        });
      });
    }).once('error', reject);
  });
}
