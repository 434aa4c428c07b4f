/** How soon 1,000 people who look at one folder hear of a change. */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { change, type LibraryClient } from '../../faults/library/library-client.ts';
import type { Row } from '../bench.ts';
import { medianOf, withLibrary } from './library-site.ts';

const listeners = 1_000;

export function listening(): Promise<Row[]> {
  return withLibrary(
    async ({ member }) => {
      const heard: number[] = [];
      const stops = [];
      for (let begun = 0; begun < listeners; begun += 50) {
        stops.push(
          ...(await Promise.all(
            Array.from({ length: 50 }, () => listen(member, () => heard.push(performance.now()))),
          )),
        );
      }
      const medians: number[] = [];
      const latest: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        await pause(1_000);
        heard.length = 0;
        const begun = performance.now();
        await change(member, null, { intent: 'create-folder', title: `Round ${round}` });
        for (let waited = 0; heard.length < listeners && waited < 10_000; waited += 20) {
          await pause(20);
        }
        if (heard.length < listeners) throw new Error(`Only ${heard.length} heard of it`);
        medians.push(medianOf(heard) - begun);
        latest.push(Math.max(...heard) - begun);
      }
      for (const stop of stops) stop();
      const [middle, last] = [medianOf(medians), medianOf(latest)];
      return [
        {
          work: `a change told to ${listeners} listeners, median`,
          measured: `${middle.toFixed(0)} ms`,
          bar: '≤ 100 ms',
          reached: middle <= 100,
        },
        {
          work: `a change told to ${listeners} listeners, the last`,
          measured: `${last.toFixed(0)} ms`,
          bar: '≤ 1,000 ms',
          reached: last <= 1_000,
        },
      ];
      // One account opens them all here, which no account may otherwise.
    },
    { FLAGS: 'requestLimits=off' },
  );
}

/** Opens one stream of events. @returns how to close it, once it is open */
function listen(client: LibraryClient, onMessage: () => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${client.url}/intranet/live/userIntranet`,
      { headers: { cookie: client.cookie }, agent: false },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`A stream answered ${answer.statusCode}`));
        answer.on('data', (chunk: Buffer) => {
          if (chunk.toString().startsWith('data:')) onMessage();
        });
        answer.on('error', () => undefined);
        answer.once('data', () => resolve(() => asked.destroy()));
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}
