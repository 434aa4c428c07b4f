/**
 * What 30 nightly backups cost on the disk when 1 % of 2 GB of files is new every day, and what comes
 * back: night 17, and a moment between two nights. The embedded database, its site running.
 */
import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Row } from '../bench/bench.ts';
import { withTemporaryFolder } from './fault-folder.ts';
import { endProcess, startSite } from './fault-site.ts';

const nights = 30;
const fileCount = 2_000;
const fileBytes = 1_000_000;
const newEachDay = 20;
const restoredNight = 17;

const run = promisify(execFile);

type Environment = Record<string, string> & { DATA_DIR: string };

/** Files by key with their checksum. */
type Files = Map<string, string>;

export async function nightlyBackups(): Promise<Row[]> {
  return withTemporaryFolder(async (folder) => {
    const environment = environmentOf(folder, 'site');
    const site = await startSite({ environment });
    const store = join(folder, 'backups');
    const files: Files = new Map();
    const client = await connect(environment.DATA_DIR);
    const day: Day = { client, site: environment.DATA_DIR, files };
    const sizes: number[] = [];
    const seconds: number[] = [];
    let of17: Files = new Map();
    let between = { moment: new Date(), files: new Map<string, string>() };
    for (let night = 1; night <= nights; night += 1) {
      await changeFiles(day, night === 1 ? fileCount : newEachDay);
      if (night === nights) {
        between = { moment: await momentOf(client), files: new Map(files) };
        await changeFiles(day, newEachDay);
      }
      seconds.push(await timed(() => admin(environment, 'backup', '--keep-daily', '40')));
      sizes.push(bytesUnder(store));
      if (night === restoredNight) of17 = new Map(files);
      pretendNight(store, night);
    }
    await client.query('select pg_switch_wal()').catch(() => undefined);
    await client.end();
    await endProcess(site.process, 'SIGTERM');
    const restored = await restoreNight(folder, of17);
    const recovered = await recoverBetween(folder, between);
    return [...costs(sizes, seconds), restored, recovered];
  });
}

function environmentOf(folder: string, name: string): Environment {
  return {
    DATA_DIR: join(folder, name),
    DATABASE_URL: '',
    DEMO: '0',
    APP_SECRET: 'a secret of the backup bench, 32 characters',
    BACKUP_STORE: join(folder, 'backups'),
    ...(name === 'site' ? { WAL_ARCHIVE: join(folder, 'wal') } : {}),
  };
}

async function admin(environment: Record<string, string>, ...words: string[]): Promise<void> {
  await run(process.execPath, ['build/server/main.js', 'admin', ...words], {
    env: { ...process.env, ...environment },
  });
}

async function connect(dataDirectory: string): Promise<Client> {
  const pid = readFileSync(join(dataDirectory, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  const client = new Client({
    host: pid.split('\n')[4],
    user: 'postgres',
    database: 'association',
    ssl: false,
  });
  await client.connect();
  return client;
}

type Day = { client: Client; site: string; files: Files };

/** Removes as many files as it adds, once there are enough. */
async function changeFiles({ client, site, files }: Day, count: number): Promise<void> {
  mkdirSync(join(site, 'files', 'public'), { recursive: true });
  const gone = files.size >= fileCount ? [...files.keys()].slice(0, count) : [];
  for (const key of gone) {
    await client.query('delete from public_files where storage_key = $1', [key]);
    rmSync(join(site, 'files', key));
    files.delete(key);
  }
  for (let each = 0; each < count; each += 1) {
    const key = `public/${randomUUID()}.pdf`;
    const bytes = randomBytes(fileBytes);
    const sum = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(join(site, 'files', key), bytes);
    await client.query(
      `insert into public_files (id, page, title, file_name, media_type, bytes, sha256, storage_key)
        values ($1, 'statutes', $2, $2, 'application/pdf', $3, $4, $2)`,
      [randomUUID(), key, fileBytes, sum],
    );
    files.set(key, sum);
  }
}

async function momentOf(client: Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>(
    "select clock_timestamp() + interval '2 milliseconds' as now, pg_sleep(0.01)",
  );
  return rows[0]?.now ?? new Date();
}

const dayOf = (night: number) => new Date(Date.UTC(2026, 0, night)).toISOString().slice(0, 10);

/** All are made today: each newest one gets the name of its own day, which is all that counts. */
function pretendNight(store: string, night: number): void {
  const folder = join(store, 'nights');
  const newest = readdirSync(folder).toSorted().at(-1) ?? '';
  renameSync(join(folder, newest), join(folder, `${dayOf(night)}T02-30-00.000Z`));
}

function bytesUnder(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).blocks * 512, 0);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`;

function costs(sizes: readonly number[], seconds: readonly number[]): Row[] {
  const [first = 0] = sizes;
  const last = sizes.at(-1) ?? 0;
  const perNight = (last - first) / (nights - 1);
  const changed = newEachDay * fileBytes;
  const later = seconds.slice(1).toSorted((a, b) => a - b);
  return [
    {
      work: `${nights} nights of ${gigabytes(fileCount * fileBytes)}, 1 % new every day`,
      measured: `${gigabytes(last)} on the disk (${gigabytes(first)} after the first)`,
      bar: `≤ ${gigabytes(1.05 * fileCount * fileBytes + 2 * nights * changed)}`,
      reached: last <= 1.05 * fileCount * fileBytes + 2 * nights * changed,
    },
    {
      work: 'one night more',
      measured: `${(perNight / 1e6).toFixed(1)} MB for ${changed / 1e6} MB of new files`,
      bar: '≤ 40 MB',
      reached: perNight <= 2 * changed,
    },
    {
      work: 'time of a backup',
      measured: `first ${seconds[0]?.toFixed(0)} s, then ${later[later.length >> 1]?.toFixed(1)} s (median)`,
      bar: 'told',
      reached: true,
    },
  ];
}

/** @returns how many files are not there or not the same */
function differences(site: string, files: Files): number {
  const present = readdirSync(join(site, 'files', 'public'));
  const wrong = [...files].filter(([key, sum]) => {
    const bytes = readFileSync(join(site, 'files', key), { flag: 'r' });
    return createHash('sha256').update(bytes).digest('hex') !== sum;
  });
  return wrong.length + Math.abs(present.length - files.size);
}

async function restoreNight(folder: string, files: Files): Promise<Row> {
  const environment = environmentOf(folder, 'restored');
  const seconds = await timed(() => admin(environment, 'restore', '--night', dayOf(restoredNight)));
  const wrong = differences(join(folder, 'restored'), files);
  rmSync(join(folder, 'restored'), { recursive: true });
  return {
    work: `restore of night ${restoredNight}`,
    measured: `${files.size} files, ${wrong} differ, ${seconds.toFixed(0)} s`,
    bar: '0 differ',
    reached: wrong === 0,
  };
}

async function recoverBetween(
  folder: string,
  { moment, files }: { moment: Date; files: Files },
): Promise<Row> {
  const environment = environmentOf(folder, 'recovered');
  const options = ['--until', moment.toISOString(), '--wal-archive', join(folder, 'wal')];
  // The files of the last day are in no backup, so the file store has survived, as on a lost database.
  const site = join(folder, 'site', 'files');
  mkdirSync(join(folder, 'recovered'));
  renameSync(site, join(folder, 'recovered', 'files'));
  let failure = '';
  const seconds = await timed(() =>
    admin(environment, 'recover', ...options).catch((error: unknown) => {
      failure = String(error);
    }),
  );
  const left = await listRows(environment);
  const missing = [...files.keys()].filter((key) => !left.has(key)).length;
  const added = [...left].filter((key) => !files.has(key)).length;
  const isWhole = missing + added === 0;
  return {
    work: 'a moment between nights 29 and 30',
    measured: `${left.size} rows as then (${missing} missing, ${added} too many), ${seconds.toFixed(0)} s ${failure.slice(0, 300)}`,
    bar: '0 differ',
    reached: isWhole,
  };
}

/** The keys that the recovered database names. */
async function listRows(environment: Environment): Promise<Set<string>> {
  const site = await startSite({ environment });
  const client = await connect(environment.DATA_DIR);
  const { rows } = await client.query<{ key: string }>(
    'select storage_key as key from public_files',
  );
  await client.end();
  await endProcess(site.process, 'SIGTERM');
  return new Set(rows.map(({ key }) => key));
}
