/** Faults of the lines to the database, the file store and the mail server, one after the other. */
import type { Row } from '../bench/bench.ts';
import { printTable } from '../bench/bench.ts';
import type { Fault } from './fault-proxy.ts';
import { liveThrough, openWorkplace } from './fault-round.ts';
import { startServers } from './fault-servers.ts';
import { endProcess, startSite } from './fault-site.ts';
import { withTemporaryFolder } from './fault-folder.ts';

const lines = { database: 'PostgreSQL', store: 'S3', mail: 'SMTP' } as const;
const faults: [Fault, string, number][] = [
  ['latency', '50 ms each way', 50],
  ['freeze', 'frozen', 0],
  ['cut', 'cut', 0],
  ['refuse', 'refused', 0],
  ['half', 'half answers', 0],
];

/** @param seconds how long each fault lasts */
export async function networkFaults(seconds = 8): Promise<Row[]> {
  return withTemporaryFolder(async (folder) => {
    const servers = await startServers();
    const site = await startSite({ environment: { ...servers.environment, DATA_DIR: folder } });
    const rows: Row[] = [];
    try {
      const place = await openWorkplace(site, servers);
      for (const line of ['database', 'store', 'mail'] as const) {
        for (const [fault, words, delay] of faults) {
          const round = await liveThrough(place, {
            name: `${lines[line]} ${words}`,
            begin: () => servers.lines[line].become(fault, delay),
            end: () => servers.lines[line].become('none'),
            seconds,
          });
          printTable(`${lines[line]} ${words}`, round);
          rows.push(...round);
        }
      }
    } finally {
      await endProcess(site.process, 'SIGTERM');
      await servers.stop();
    }
    return rows;
  });
}
