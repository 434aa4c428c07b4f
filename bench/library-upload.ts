/** Upload of 1 GB by the tus protocol beside bare node:http writing the same bytes to disk. */
import { join } from 'node:path';
import { beginUpload, type LibraryClient, sendBytes } from './library-client.ts';
import type { Row } from './bench.ts';
import { medianOf, residentMegabytes, withLibrary } from './library-site.ts';
import { startPinned, stop } from './load.ts';

const size = 1_000_000_000;
/** As the browser sends it. */
const partBytes = 8 * 1024 * 1024;
const block = Buffer.alloc(64 * 1024, '%PDF-1.7 the same bytes again and again ');
const most = 50;

export function upload(): Promise<Row[]> {
  return withLibrary(async (site) => {
    const pid = site.process.pid ?? 0;
    const bare = await startPinned('bench/bare-receiver.ts', [join(site.folder, 'bare')]);
    try {
      await uploadOnce(site.member, 3 * partBytes);
      const idle = residentMegabytes(pid);
      let peak = idle;
      const watch = setInterval(() => (peak = Math.max(peak, residentMegabytes(pid))), 50);
      const ratios: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const yardstick = await secondsOf(() => sendBare(bare.url));
        const own = await secondsOf(() => uploadOnce(site.member, size));
        ratios.push(yardstick / own);
      }
      clearInterval(watch);
      const ratio = medianOf(ratios);
      return [
        {
          work: 'upload of 1 GB, to the speed of bare node:http to disk',
          measured: ratio.toFixed(2),
          bar: '≥ 0.5',
          reached: ratio >= 0.5,
        },
        {
          work: 'memory while uploading 1 GB, over idle',
          measured: `${(peak - idle).toFixed(0)} MB`,
          bar: `≤ ${most} MB`,
          reached: peak - idle <= most,
        },
      ];
    } finally {
      await stop(bare);
    }
  });
}

function stream(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      const part = left < block.length ? block.subarray(0, left) : block;
      left -= part.length;
      controller.enqueue(part);
      if (left === 0) controller.close();
    },
  });
}

async function uploadOnce(client: LibraryClient, bytes: number): Promise<void> {
  const path = await beginUpload(client, { name: 'large.pdf', bytes });
  let document: string | null = null;
  for (let offset = 0; offset < bytes; offset += partBytes) {
    const part = Math.min(partBytes, bytes - offset);
    document = await sendBytes(client, path, { offset, bytes: stream(part) });
  }
  if (!document) throw new Error('The upload did not become a document');
}

async function sendBare(url: string): Promise<void> {
  const init = { method: 'POST', body: stream(size), duplex: 'half' };
  const answer = await fetch(url, init);
  if (answer.status !== 204) throw new Error(`The bare server answered ${answer.status}`);
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
