import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'vite';
import { pageTexts } from '../../../scripts/page-texts.mjs';
import { readerPrograms } from '../../../scripts/reader-programs.mjs';
import { startRoughSmtpServer } from './rough-smtp-server.ts';

const root = join(import.meta.dirname, '../../..');

export type Rounds = {
  addresses: number;
  /** How often the sending process is killed in the middle. */
  kills: number;
  dataDirectory: string;
  /** A migrated database; absent: an embedded one in the data directory. */
  database?: string;
};

export type RoundsResult = {
  /** Addresses by how often a message was taken for them. */
  times: Record<number, number>;
  counts: Record<string, number>;
  /** Handed over while the process was killed: the answer is not known, sent once at most. */
  uncertain: string[];
  trouble: Record<string, number>;
  /** How many had been taken at each kill. */
  killedAt: number[];
};

/**
 * Sends a newsletter through a real mail server that drops, delays and refuses, killing the
 * process (SIGKILL) several times in the middle, until it is finished.
 */
export async function sendThroughKills(rounds: Rounds): Promise<RoundsResult> {
  const folder = join(root, 'build', `newsletter-process-${process.pid}`);
  const server = await startRoughSmtpServer({
    putOff: 0.04,
    cutOff: 0.03,
    refuseAfter: 0.03,
    silent: 0.002,
    slowest: 12,
  });
  const environment = {
    PATH: process.env.PATH,
    LOG_LEVEL: 'error',
    DEMO: '0',
    ORIGIN: 'https://association.example',
    APP_SECRET: 'a secret of the tests that is long enough',
    NEWSLETTER_PER_MINUTE: '100000',
    DATA_DIR: rounds.dataDirectory,
    SMTP_URL: server.address,
  };
  try {
    await bundle(folder);
    const database = rounds.database ? [rounds.database] : [];
    const start = (task: string, number = 0) =>
      startProcess(folder, environment, [task, String(number), ...database]);
    await start('fill', rounds.addresses).ended;
    const killedAt: number[] = [];
    for (let kill = 1; kill <= rounds.kills; kill += 1) {
      const sending = start('send');
      const wanted = (rounds.addresses * kill) / (rounds.kills + 1);
      while (server.accepted.size < wanted) {
        if (sending.child.exitCode !== null) throw new Error('The process ended before its time');
        await wait(5);
      }
      await wait(Math.random() * 20);
      killedAt.push(server.accepted.size);
      sending.child.kill('SIGKILL');
      await sending.ended.catch(() => undefined);
    }
    const lines = await start('send').ended;
    return {
      ...resultOf(lines.at(-1) ?? '', server.accepted, rounds),
      trouble: server.trouble,
      killedAt,
    };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function resultOf(last: string, accepted: Map<string, number>, { addresses }: Rounds) {
  const told: unknown = JSON.parse(last);
  const { counts, uncertain } = { counts: {}, uncertain: [], ...(isObject(told) ? told : {}) };
  const times: Record<number, number> = {};
  for (let i = 0; i < addresses; i += 1) {
    const often = accepted.get(`reader-${i}@court.example`) ?? 0;
    times[often] = (times[often] ?? 0) + 1;
  }
  return { times, counts, uncertain };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

async function bundle(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await build({
    configFile: false,
    plugins: [pageTexts([]), readerPrograms()],
    root,
    logLevel: 'error',
    publicDir: false,
    resolve: { tsconfigPaths: true },
    build: { ssr: 'tests/support/mail/newsletter-process.ts', outDir: folder, target: 'node22' },
  });
}

function startProcess(
  folder: string,
  env: NodeJS.ProcessEnv,
  task: string[],
): { child: ChildProcess; ended: Promise<string[]> } {
  const child = spawn(process.execPath, [join(folder, 'newsletter-process.js'), ...task], {
    env,
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const ended = new Promise<string[]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(lines) : reject(new Error(`The process ended with ${code}`)),
    );
  });
  ended.catch(() => undefined);
  return { child, ended };
}
