import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** Server on the first core, load on the second; without `taskset` the system decides. */
const hasTaskset = spawnSync('taskset', ['--version']).status === 0;
if (hasTaskset) spawnSync('taskset', ['-p', '-c', '1', String(process.pid)]);

export type Started = { url: string; process: ChildProcess };

/** Starts a Node program pinned to the first core and waits for its `Ready on <url>`. */
export async function startPinned(
  script: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<Started> {
  const command = hasTaskset ? ['taskset', '-c', '0', process.execPath] : [process.execPath];
  const [program = process.execPath, ...rest] = [...command, script, ...args];
  const child = spawn(program, rest, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /Ready on (\S+)/.exec(output)?.[1];
      if (ready) resolve(ready);
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}:\n${output}`)));
  });
  return { url, process: child };
}

export async function stop({ process: child }: Started): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** A process and all that descend from it: the application with its database. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statOf(Number(name));
    if (fields) parents.set(Number(name), Number(fields[1]));
  }
  const tree = [root];
  for (const ancestor of tree) {
    for (const [child, parent] of parents) if (parent === ancestor) tree.push(child);
  }
  return tree;
}

/** The fields of /proc/<pid>/stat after the name of the program, from `state` on. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}

/** Seconds of processor time of a process and its descendants; null where there is no /proc. */
function processorSeconds(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const ticks = processTree(pid).map((each) => {
    const fields = statOf(each);
    return fields ? Number(fields[11]) + Number(fields[12]) : 0;
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

/**
 * Milliseconds of processor time of a process and its descendants, to a millionth: what its
 * neighbours on the machine take does not count. Null where there is no /proc.
 */
export function processorMilliseconds(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  let nanoseconds = 0;
  for (const each of processTree(pid)) {
    try {
      for (const thread of readdirSync(`/proc/${each}/task`)) {
        const line = readFileSync(`/proc/${each}/task/${thread}/schedstat`, 'utf8');
        nanoseconds += Number(line.split(' ')[0]);
      }
    } catch {
      // It has ended meanwhile.
    }
  }
  return nanoseconds / 1e6;
}

export type Rate = {
  /** Requests per second of processor time of the server, so that neighbours do not count. */
  perSecond: number;
  /** Milliseconds. */
  p99: number;
};

export type Load = {
  path: string;
  headers?: Record<string, string>;
  seconds?: number;
  /** The status every answer has to have. */
  status?: number;
  /** How many ask at a time. */
  clients?: number;
};

/**
 * Seconds of load before the first round: until then Node is still compiling what it is asked for
 * most, and the figures would be those of the first moments after a start.
 */
const warmUp = 10;

/** Requests per second and the 99th percentile, the median of three rounds. */
export async function measure(
  server: Started,
  { path, headers = {}, seconds = 4, status = 200, clients = 16 }: Load,
): Promise<Rate> {
  const url = `${server.url}${path}`;
  const pid = server.process.pid ?? 0;
  await autocannon({ url, headers, duration: warmUp, connections: clients });
  const rounds: Rate[] = [];
  for (let round = 0; round < 3; round += 1) {
    const before = processorSeconds(pid);
    const result = await autocannon({ url, headers, duration: seconds, connections: clients });
    const after = processorSeconds(pid);
    const answered =
      new Map(Object.entries(result.statusCodeStats ?? {})).get(`${status}`)?.count ?? 0;
    if (result.errors > 0 || answered !== result.requests.total) {
      throw new Error(`${url}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`);
    }
    const spent = before === null || after === null ? seconds : after - before;
    rounds.push({ perSecond: answered / spent, p99: result.latency.p99 });
  }
  const [, middle] = rounds.toSorted((a, b) => a.perSecond - b.perSecond);
  if (!middle) throw new Error('No round was measured');
  return middle;
}
