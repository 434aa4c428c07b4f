import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
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

export type Rate = { perSecond: number; p99: number };

export type Load = { url: string; headers?: Record<string, string>; seconds?: number };

/** Requests per second and the 99th percentile in milliseconds, the median of three rounds. */
export async function measure({ url, headers = {}, seconds = 4 }: Load): Promise<Rate> {
  await autocannon({ url, headers, duration: 2, connections: 16 });
  const rounds: Rate[] = [];
  for (let round = 0; round < 3; round += 1) {
    const result = await autocannon({ url, headers, duration: seconds, connections: 16 });
    if (result.non2xx > 0 || result.errors > 0) {
      throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
    }
    rounds.push({ perSecond: result.requests.average, p99: result.latency.p99 });
  }
  const [, middle] = rounds.toSorted((a, b) => a.perSecond - b.perSecond);
  if (!middle) throw new Error('No round was measured');
  return middle;
}
