/** Faults of the machine itself: disk full, read-only, few file descriptors, the clock jumps. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Row, printTable } from '../bench/bench.ts';
import { withTemporaryFolder } from './fault-folder.ts';
import { type FaultRound, liveThrough, openWorkplace } from './fault-round.ts';
import { type Servers, startServers } from './fault-servers.ts';
import { endProcess, type RunningSite, startSite } from './fault-site.ts';

const fakeClock = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** @param seconds how long each fault lasts */
export async function machineFaults(seconds = 8): Promise<Row[]> {
  return withTemporaryFolder(async (folder) => {
    const servers = await startServers();
    const clock = join(folder, 'clock');
    writeFileSync(clock, '+0\n');
    const data = join(folder, 'data');
    mkdirSync(data);
    const isMounted = mount(data);
    const site = await startSite({ environment: environmentOf(servers, data, clock) });
    const rows: Row[] = [];
    try {
      const place = await openWorkplace(site, servers);
      for (const round of roundsOf({ site, data, clock, isMounted })) {
        const lines = await liveThrough(place, { ...round, seconds });
        printTable(round.name, lines);
        rows.push(...lines);
      }
    } finally {
      await endProcess(site.process, 'SIGTERM');
      if (isMounted) execFileSync('umount', [data]);
      await servers.stop();
    }
    return rows;
  });
}

/** Files in a folder here; the clock of the site alone can be set. */
function environmentOf(
  { environment }: Servers,
  data: string,
  clock: string,
): Record<string, string> {
  const { FILE_STORE_URL: _, ...rest } = environment;
  const clockSettings = {
    LD_PRELOAD: fakeClock,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { ...rest, DATA_DIR: data, ...(existsSync(fakeClock) ? clockSettings : {}) };
}

/** A small disk of its own, where root runs this. */
function mount(folder: string): boolean {
  if (process.getuid?.() !== 0) return false;
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]);
  return true;
}

type Machine = { site: RunningSite; data: string; clock: string; isMounted: boolean };

function roundsOf({ site, data, clock, isMounted }: Machine): Omit<FaultRound, 'seconds'>[] {
  const filler = join(data, 'filler');
  const pid = String(site.process.pid);
  const disk = [
    {
      name: 'disk of the files full',
      begin: async () => fill(filler),
      end: async () => rmSync(filler),
    },
    {
      name: 'disk of the files read-only',
      begin: async () => void execFileSync('mount', ['-o', 'remount,ro', data]),
      end: async () => void execFileSync('mount', ['-o', 'remount,rw', data]),
    },
  ];
  const clockTo = (shift: string) => ({
    name: `clock jumps by ${shift}`,
    begin: async () => writeFileSync(clock, `${shift}\n`),
    end: async () => writeFileSync(clock, '+0\n'),
  });
  return [
    ...(isMounted ? disk : []),
    {
      name: 'two free file descriptors',
      begin: async () => {
        const open = readdirSync(`/proc/${pid}/fd`).length;
        execFileSync('prlimit', ['--pid', pid, `--nofile=${open + 2}:`]);
      },
      end: async () => void execFileSync('prlimit', ['--pid', pid, '--nofile=4096:']),
    },
    ...(existsSync(fakeClock) ? [clockTo('+2h'), clockTo('-2h')] : []),
  ];
}

function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const size of [1 << 20, 1 << 12]) {
      const block = Buffer.alloc(size);
      // Until it fails with ENOSPC.
      while (isWritten(file, block));
    }
  } finally {
    closeSync(file);
  }
}

function isWritten(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) > 0;
  } catch {
    return false;
  }
}
