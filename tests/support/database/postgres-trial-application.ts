import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { build } from 'vite';
import { projectRoot } from '~/config/project-root.server';

/*
 * For tests only: applications with an embedded database in processes of their own, which a test
 * may kill. They run the adapter as the production build does, bundled, with packages outside.
 */

export type TrialApplication = {
  child: ChildProcess;
  pid: number;
  /** Every line it has written to standard output so far. */
  lines: string[];
  /** Resolves with the first line that matches, or rejects when the process ends before. */
  line: (pattern: RegExp) => Promise<string>;
  kill: (signal: NodeJS.Signals) => Promise<void>;
};

export type TrialBundle = {
  start: (options: TrialOptions) => TrialApplication;
  remove: () => void;
};

type TrialOptions = {
  directory: string;
  /** Source that runs after the start, with `database`, `pg` and `say` (writes a line) at hand. */
  afterwards?: string;
  /** Waits for a line on standard input before it starts. */
  waits?: boolean;
  uid?: number;
  gid?: number;
};

/**
 * @param name makes the folder of this bundle its own
 * @param bundle Vite's, from the test: what stands here is installed in production, Vite is not
 */
export async function buildTrial(name: string, bundle: typeof build): Promise<TrialBundle> {
  const folder = join(projectRoot(), 'node_modules', '.cache', `${name}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  await bundle({
    configFile: false,
    root: projectRoot(),
    logLevel: 'error',
    publicDir: false,
    resolve: { tsconfigPaths: true },
    build: {
      ssr: 'app/platform/embedded-postgres/embedded-postgres.server.ts',
      outDir: folder,
      target: 'node22',
    },
  });
  const adapter = pathToFileURL(join(folder, 'embedded-postgres.server.js')).href;
  return {
    start: (options) => startTrial(adapter, options),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function script(adapter: string, options: TrialOptions): string {
  return `
    import { writeSync } from 'node:fs';
    import { once } from 'node:events';
    import pg from 'pg';
    const { startEmbeddedPostgres } = await import(${JSON.stringify(adapter)});
    const say = (line) => writeSync(1, line + '\\n');
    say('loaded');
    ${options.waits ? "await once(process.stdin, 'data'); process.stdin.destroy();" : ''}
    try {
      const database = await startEmbeddedPostgres({
        directory: ${JSON.stringify(options.directory)},
        onLog: (line) => say('log ' + line),
      });
      say('started ' + JSON.stringify({ adopted: database.adopted }));
      ${options.afterwards ?? 'setInterval(() => undefined, 60_000);'}
    } catch (error) {
      say('refused ' + error.reason + ' ' + error.message);
    }`;
}

function startTrial(adapter: string, options: TrialOptions): TrialApplication {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', script(adapter, options)],
    {
      cwd: projectRoot(),
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
    },
  );
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  return {
    child,
    pid: child.pid ?? -1,
    lines,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (line: string) => {
          if (!pattern.test(line)) return;
          reader.off('line', look);
          resolve(line);
        };
        reader.on('line', look);
        lines.forEach(look);
        void ended.then(() => reject(new Error(`ended without ${pattern}: ${lines.join('\n')}`)));
      }),
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}
