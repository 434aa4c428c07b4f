/** Memory of the application with its database, at rest and after load, and how soon it serves. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { environmentOf, firstArticle, type Row, signIn, type Site, withSite } from './bench.ts';
import { measure, processTree, startPinned, stop } from './load.ts';

export async function memory(): Promise<Row[]> {
  return withSite({}, async (site) => {
    await fetch(site.url);
    await pause(20_000);
    const idle = megabytes(site);
    const article = await firstArticle(site);
    const cookie = await signIn(site, 'member@demo.example');
    for (const path of [article, '/', '/news']) await measure(site, { path, seconds: 2 });
    for (const path of ['/', '/settings', '/forum']) {
      await measure(site, { path, headers: { cookie }, seconds: 2 });
    }
    const loaded = megabytes(site);
    const again = await secondStart(site);
    return [
      row('memory at idle, database included', idle, { most: 250, unit: 'MB' }),
      row('memory after load', loaded, { most: 450, unit: 'MB' }),
      row('start to first page, data present', again, { most: 3, unit: 's' }),
    ];
  });
}

type Bar = { most: number; unit: string };

function row(work: string, value: number, { most, unit }: Bar): Row {
  const measured = `${value.toFixed(unit === 's' ? 1 : 0)} ${unit}`;
  return { work, measured, bar: `≤ ${most} ${unit}`, reached: value <= most };
}

/** Proportional set size: what several processes share counts once. */
function megabytes(site: Site): number {
  const sizes = processTree(site.process.pid ?? 0).map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);
    } catch {
      return Number(
        spawnSync('ps', ['-o', 'rss=', '-p', String(pid)])
          .stdout.toString()
          .trim(),
      );
    }
  });
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** Seconds from starting the program on data that is there to the whole first page. */
async function secondStart(site: Site): Promise<number> {
  await stop(site);
  const begun = performance.now();
  const started = await startPinned('build/server/main.js', [], environmentOf(site.folder));
  await (await fetch(started.url)).text();
  const seconds = (performance.now() - begun) / 1000;
  await stop(started);
  return seconds;
}
