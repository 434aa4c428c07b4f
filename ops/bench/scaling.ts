/**
 * `npm run bench -- scaling`: what a request costs and what a node takes, with 1, 2 and 4 nodes on
 * one PostgreSQL (docs/SCALING.md). One client asks one node after the other, so that the figures
 * are those of the work itself, whatever else the machine does.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from './bench.ts';
import { withTemporaryFolder } from '../faults/fault-folder.ts';
import { ask, type Servers, startServers } from '../faults/fault-servers.ts';
import {
  becomeMember,
  endProcess,
  type Member,
  type RunningSite,
  startSite,
} from '../faults/fault-site.ts';

export async function scaling(): Promise<Row[]> {
  return withTemporaryFolder(async (folder) => {
    const servers = await startServers();
    const sites: RunningSite[] = [];
    const rows: Row[] = [];
    try {
      for (const wanted of [1, 2, 4]) {
        while (sites.length < wanted) sites.push(await startNode(servers, folder, sites.length));
        const lines = await measureNodes(servers, sites);
        for (const { work, measured } of lines) console.log(`${work}: ${measured}`);
        rows.push(...lines);
      }
    } finally {
      for (const site of sites) await endProcess(site.process, 'SIGTERM');
      await servers.stop();
    }
    return rows;
  });
}

const startNode = (servers: Servers, folder: string, at: number) =>
  startSite({
    environment: {
      ...servers.environment,
      APP_SECRET: 'the nodes of one site have one secret',
      DATA_DIR: `${folder}/node-${at}`,
    },
  });

async function measureNodes(servers: Servers, sites: readonly RunningSite[]): Promise<Row[]> {
  const [first] = sites;
  if (!first) throw new Error('There is no node');
  const member = await becomeMember(first.url);
  const uncached = () => `/news?year=${1900 + Math.floor(Math.random() * 100_000)}`;
  const works: [string, number, (i: number) => string, boolean][] = [
    ['page from memory', 1_500, () => '/', false],
    ['public page, rendered', 60, uncached, false],
    ['forum topic, signed in', 60, () => member.topic, true],
    ['search, signed in', 60, (i) => `/search?q=data+${i}`, true],
  ];
  const rows: Row[] = [];
  const name = `${sites.length} ${sites.length === 1 ? 'node' : 'nodes'}`;
  for (const [work, times, pathAt, isSignedIn] of works) {
    const rate = await perCpuSecond(sites, member, { times, pathAt, isSignedIn });
    rows.push(line(`${name}: ${work}`, `${Math.round(rate)} per second of node CPU`));
  }
  await pause(2_000);
  const sizes = sites.map(({ process: { pid } }) => megabytes(pid ?? 0));
  const [row] = await ask(
    servers.postgres.address,
    "select count(*) as open from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  rows.push(line(`${name}: memory of each`, `${sizes.map(Math.round).join(', ')} MB`));
  rows.push(
    line(
      `${name}: connections to PostgreSQL`,
      `${String(row?.open)} open, at most ${22 * sites.length}`,
    ),
  );
  return rows;
}

type Work = { times: number; pathAt: (i: number) => string; isSignedIn: boolean };

/** Requests per second of processor time of the nodes, PostgreSQL not counted. */
async function perCpuSecond(
  sites: readonly RunningSite[],
  member: Member,
  work: Work,
): Promise<number> {
  const headers: Record<string, string> = work.isSignedIn ? { Cookie: member.cookie } : {};
  const readOnce = async (i: number) => {
    const site = sites[i % sites.length];
    const answer = await fetch(`${site?.url}${work.pathAt(i)}`, { headers, redirect: 'manual' });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${work.pathAt(i)}: ${answer.status}`);
  };
  const spent = () => sites.reduce((sum, { process: { pid } }) => sum + seconds(pid ?? 0), 0);
  for (let i = 0; i < 20; i += 1) await readOnce(i);
  const before = spent();
  for (let i = 0; i < work.times; i += 1) await readOnce(i);
  return work.times / (spent() - before);
}

/** Processor time of a process (proc(5), fields 14 and 15 of stat). */
function seconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Proportional set size. */
function megabytes(pid: number): number {
  const sizes = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(sizes)?.[1]) / 1000;
}

const line = (work: string, measured: string): Row => ({
  work,
  measured,
  bar: 'none',
  reached: true,
});
