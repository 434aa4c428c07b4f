/** Upload of 1 GB by the tus protocol beside bare node:http writing the same bytes to disk. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  beginUpload,
  change,
  type LibraryClient,
  sendBytes,
} from '../../faults/library/library-client.ts';
import type { Row } from '../bench.ts';
import { type LibrarySite, medianOf, residentMegabytes, withLibrary } from './library-site.ts';
import { processorMilliseconds, type Started, startPinned, stop } from '../load.ts';

const size = 1_000_000_000;
/** As the browser sends it. */
const partBytes = 8 * 1024 * 1024;
const block = Buffer.alloc(64 * 1024, '%PDF-1.7 the same bytes again and again ');
const most = 50;

export function upload(): Promise<Row[]> {
  return withLibrary(async (site) => {
    const pid = site.process.pid ?? 0;
    const bareFile = join(site.folder, 'bare');
    const bare = await startPinned('ops/bench/bare-receiver.ts', [bareFile]);
    try {
      await uploadOnce(site.member, 3 * partBytes);
      await untilRead(site);
      const idle = residentMegabytes(pid);
      const bareIdle = residentMegabytes(bare.process.pid ?? 0);
      let peak = idle;
      const watch = setInterval(() => (peak = Math.max(peak, residentMegabytes(pid))), 50);
      const rounds: { clock: number; processor: number }[] = [];
      for (let round = 0; round < 3; round += 1) {
        await sendBare(bare.url);
        rmSync(bareFile);
        const yardstick = await timesOf(bare, () => sendBare(bare.url));
        rmSync(bareFile);
        let document = '';
        const own = await timesOf(site, async () => {
          document = await uploadOnce(site.member, size);
        });
        await removeAgain(site, document);
        rounds.push({
          clock: yardstick.clock / own.clock,
          processor: yardstick.processor / own.processor,
        });
      }
      clearInterval(watch);
      const barePeak = residentMegabytes(bare.process.pid ?? 0);
      // Whatever else the machine does while this runs is not in the processor's time.
      const ratio = medianOf(rounds.map(({ processor }) => processor));
      const byClock = medianOf(rounds.map(({ clock }) => clock));
      return [
        {
          work: 'upload of 1 GB, to the speed of bare node:http to disk',
          measured: `${ratio.toFixed(2)} by processor time, ${byClock.toFixed(2)} by the clock`,
          bar: '≥ 0.5',
          reached: ratio >= 0.5,
        },
        {
          work: 'memory while uploading 1 GB, over idle',
          measured: `${(peak - idle).toFixed(0)} MB (bare node:http ${(barePeak - bareIdle).toFixed(0)} MB)`,
          bar: `≤ ${most} MB`,
          reached: peak - idle <= most,
        },
      ];
    } finally {
      await stop(bare);
    }
  });
}

/** The file that warms up is looked through for its text, which is not what is measured. */
async function untilRead({ database }: LibrarySite): Promise<void> {
  const waiting = "select from intranet_resources where text_state = 'waiting'";
  while (((await database.query(waiting)).rowCount ?? 0) > 0) await pause(200);
  await pause(2_000);
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

/** @returns the document's id */
async function uploadOnce(client: LibraryClient, bytes: number): Promise<string> {
  const path = await beginUpload(client, { name: 'large.pdf', bytes });
  let document: string | null = null;
  for (let offset = 0; offset < bytes; offset += partBytes) {
    const part = Math.min(partBytes, bytes - offset);
    document = await sendBytes(client, path, { offset, bytes: stream(part) });
  }
  if (!document) throw new Error('The upload did not become a document');
  return document;
}

/**
 * Deletes what was uploaded and waits until its bytes are gone. A file that follows another is written
 * into memory the system has at hand, and else into such as a guest of another machine has to fetch
 * from there: before either of the two is measured, a file of the same size has just gone.
 */
async function removeAgain({ member, folder }: LibrarySite, document: string): Promise<void> {
  await change(member, null, { intent: 'delete', ids: document });
  const isLarge = (name: string) =>
    (statSync(join(folder, 'data', name), { throwIfNoEntry: false })?.size ?? 0) >= size;
  const isThere = () =>
    readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' }).some(isLarge);
  while (isThere()) await pause(200);
}

async function sendBare(url: string): Promise<void> {
  const init = { method: 'POST', body: stream(size), duplex: 'half' };
  const answer = await fetch(url, init);
  if (answer.status !== 204) throw new Error(`The bare server answered ${answer.status}`);
}

/** Milliseconds by the clock, and those the server's processes took of the processor. */
async function timesOf(server: Started, work: () => Promise<void>) {
  const pid = server.process.pid ?? 0;
  const processor = processorMilliseconds(pid) ?? Number.NaN;
  const clock = performance.now();
  await work();
  return {
    clock: performance.now() - clock,
    processor: (processorMilliseconds(pid) ?? Number.NaN) - processor,
  };
}
