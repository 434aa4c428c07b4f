import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  askOffset,
  beginUpload,
  change,
  type LibraryClient,
  readFile,
  sendBytes,
  sha256,
  signIn,
} from './library-client.ts';

const password = 'kill-rounds-not-secret';
const serverFile = 'build/server/main.js';

type Outcome = {
  rounds: number;
  /** Uploads that were acknowledged, and deletions. */
  uploaded: number;
  deleted: number;
  /** Acknowledged and not there any more, or there in spite of it. */
  lost: number;
  /** Present with other bytes. */
  half: number;
  /** What the check of files and rows found at the end. */
  withoutRow: number;
  leftUploads: number;
  withoutFile: number;
};

type Upload = { path: string; bytes: Buffer };
type Ledger = {
  /** Checksums by document, as acknowledged. */
  present: Map<string, string>;
  deleted: Set<string>;
  /** Asked for when the process ended: either way is right. */
  doubtful: Set<string>;
  interrupted: Upload[];
  uploaded: number;
  isOver: boolean;
};

/**
 * @param say is told one line per round
 * @param store the address of an S3 store; without it files are in a folder
 */
export async function killRounds(
  rounds: number,
  say: (line: string) => void,
  store?: string,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'kills-'));
  // Run by root, the database server is another user, who has to reach the data in here.
  chmodSync(folder, 0o755);
  const environment = {
    ...process.env,
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    DEMO: '1',
    DEMO_PASSWORD: password,
    LOG_LEVEL: 'error',
    ...(store ? { FILE_STORE_URL: store } : {}),
  };
  const ledger: Ledger = {
    present: new Map(),
    deleted: new Set(),
    doubtful: new Set(),
    interrupted: [],
    uploaded: 0,
    isOver: false,
  };
  const outcome = { rounds, lost: 0, half: 0 };
  let site = await start(environment);
  try {
    const client = await signIn(site.url, 'member@demo.example', password);
    for (let round = 1; round <= rounds; round += 1) {
      ledger.isOver = false;
      const work = [1, 2, 3, 4].map(() => workUntilKilled(client, ledger));
      await pause(200 + Math.random() * 1_000);
      ledger.isOver = true;
      await end(site.process, 'SIGKILL');
      await Promise.all(work);
      site = await start(environment);
      outcome.lost += await resume(client, ledger);
      const found = await compare(client, ledger);
      outcome.lost += found.lost;
      outcome.half += found.half;
      say(`round ${round}: ${ledger.uploaded} uploaded, ${found.lost} lost, ${found.half} half`);
    }
    await end(site.process, 'SIGTERM');
    // Not so that it stops this process: the S3 store it looks through may run in here.
    const { stdout: report } = await promisify(execFile)(
      process.execPath,
      [serverFile, 'admin', 'check-files', '--site-is-stopped', '--json'],
      { env: environment },
    );
    const check: Pick<Outcome, 'withoutRow' | 'leftUploads' | 'withoutFile'> = JSON.parse(
      report.trim().split('\n').at(-1) ?? '',
    );
    return { ...outcome, uploaded: ledger.uploaded, deleted: ledger.deleted.size, ...check };
  } finally {
    await end(site.process, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Uploads, moves and deletes until the site is gone. */
async function workUntilKilled(client: LibraryClient, ledger: Ledger): Promise<void> {
  while (!ledger.isOver) {
    const die = Math.random();
    const known = [...ledger.present.keys()];
    const one = known[Math.floor(Math.random() * known.length)];
    const isFailure = await (
      die < 0.6 || !one
        ? uploadOne(client, ledger)
        : die < 0.8
          ? deleteOne(client, ledger, one)
          : change(client, null, { intent: 'move', ids: one, to: '' })
    ).catch(() => true);
    if (isFailure === true) await pause(10);
  }
}

async function uploadOne(client: LibraryClient, ledger: Ledger): Promise<void> {
  const bytes = Buffer.from(randomBytes(20_000 + Math.random() * 200_000).toString('hex'));
  const path = await beginUpload(client, { name: 'random.txt', bytes: bytes.length });
  const upload = { path, bytes };
  try {
    await sendOn(client, ledger, { ...upload, from: 0 });
  } catch {
    ledger.interrupted.push(upload);
  }
}

/** In two parts, so that there is something to cut. */
async function sendOn(
  client: LibraryClient,
  ledger: Ledger,
  { path, bytes, from }: Upload & { from: number },
): Promise<void> {
  const middle = Math.floor((from + bytes.length) / 2);
  if (middle > from) {
    await sendBytes(client, path, {
      offset: from,
      bytes: new Uint8Array(bytes.subarray(from, middle)),
    });
  }
  const last = { offset: middle, bytes: new Uint8Array(bytes.subarray(middle)) };
  const document = await sendBytes(client, path, last);
  if (document) keep(ledger, document, bytes);
}

function keep(ledger: Ledger, document: string, bytes: Buffer): void {
  ledger.present.set(document, sha256(bytes));
  ledger.uploaded += 1;
}

async function deleteOne(client: LibraryClient, ledger: Ledger, id: string): Promise<void> {
  ledger.doubtful.add(id);
  ledger.present.delete(id);
  await change(client, null, { intent: 'delete', ids: id });
  ledger.doubtful.delete(id);
  ledger.deleted.add(id);
}

/** Goes on with what was cut. @returns how many of them the site does not know any more */
async function resume(client: LibraryClient, ledger: Ledger): Promise<number> {
  let lost = 0;
  for (const upload of ledger.interrupted.splice(0)) {
    const known = await askOffset(client, upload.path);
    if (known?.document) keep(ledger, known.document, upload.bytes);
    else if (known) await sendOn(client, ledger, { ...upload, from: known.offset });
    else lost += 1;
  }
  return lost;
}

async function compare(client: LibraryClient, { present, deleted, doubtful }: Ledger) {
  const found = { lost: 0, half: 0 };
  for (const [id, checksum] of present) {
    const stored = await readFile(client, id);
    if (stored === null) found.lost += 1;
    else if (stored !== checksum) found.half += 1;
  }
  for (const id of deleted) if ((await readFile(client, id)) !== null) found.lost += 1;
  doubtful.clear();
  return found;
}

async function start(
  environment: NodeJS.ProcessEnv,
): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [serverFile], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /Ready on (\S+?)\/?\s/.exec(output)?.[1];
      if (ready) resolve(ready);
    });
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}:\n${output}`)));
  });
  return { url, process: child };
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('No free port');
  return address.port;
}
