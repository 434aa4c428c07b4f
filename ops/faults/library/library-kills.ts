/** Several people at work in both libraries, and the site ended under them again and again. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { endProcess, password, startSite } from '../fault-site.ts';
import { freePort } from '../fault-servers.ts';
import { type LibraryClient, readFile, signIn } from './library-client.ts';
import {
  type Counts,
  emptyLedger,
  type Ledger,
  membersLibrary,
  ofAdministration,
  type OwnArea,
  settle,
} from './library-ledger.ts';
import { beginOwn, workInOwn } from './library-own-work.ts';
import { type SharedWork, workInShared } from './library-shared-work.ts';
import { inspectStructure, type Structure } from './library-structure.ts';
import { resumeAll } from './library-transfer.ts';
import { countVisible, inTurns } from './library-visibility.ts';

/** What must be none of, over all rounds; the last three are of the check of files at the end. */
export type Faults = Structure & {
  /** Acknowledged and not there any more, or there in spite of it, or elsewhere. */
  lost: number;
  /** Present with other bytes. */
  half: number;
  /** Things of the administration that others were told of. */
  visible: number;
  /** Neither done nor refused, though the site was running. */
  unclear: number;
  withoutRow: number;
  leftUploads: number;
  withoutFile: number;
};

export type Outcome = { rounds: number; acknowledged: Counts; faults: Faults };

type People = Record<'member' | 'member2' | 'admin' | 'dev', LibraryClient>;
type Trial = { people: People; areas: OwnArea[]; ledger: Ledger; faults: Faults };

const noFaults = (): Faults => ({
  lost: 0,
  half: 0,
  cycles: 0,
  unreachable: 0,
  misplaced: 0,
  doubled: 0,
  unattached: 0,
  visible: 0,
  unclear: 0,
  withoutRow: 0,
  leftUploads: 0,
  withoutFile: 0,
});

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
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    DEMO: '1',
    ...(store ? { FILE_STORE_URL: store } : {}),
  };
  let site = await startSite({ environment });
  try {
    const trial = await beginTrial(site.url);
    await withDatabase(folder, async (database) => {
      for (const area of trial.areas) await beginOwn({ area, ledger: trial.ledger, database });
    });
    for (let round = 1; round <= rounds; round += 1) {
      await withDatabase(folder, async (database) => {
        trial.ledger.isOver = false;
        const work = workUntilKilled(trial, database);
        await pause(200 + Math.random() * 1_800);
        trial.ledger.isOver = true;
        await endProcess(site.process, 'SIGKILL');
        await work;
      });
      site = await startSite({ environment });
      await withDatabase(folder, (database) => compare(trial, database));
      say(`round ${round}: ${describe(trial)}`);
      if (trial.faults.cycles > 0) break;
    }
    await endProcess(site.process, 'SIGTERM');
    const { ledger, faults } = trial;
    const found = await checkFiles(environment);
    return { rounds, acknowledged: ledger.acknowledged, faults: { ...faults, ...found } };
  } finally {
    await endProcess(site.process, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function beginTrial(url: string): Promise<Trial> {
  const enter = (name: string) => signIn(url, `${name}@demo.example`, password);
  const people = {
    member: await enter('member'),
    member2: await enter('member2'),
    admin: await enter('admin'),
    dev: await enter('dev'),
  };
  const area = (owner: string, client: LibraryClient, place = membersLibrary): OwnArea => ({
    client,
    place,
    owner,
    made: 0,
    tree: new Map(),
    wanted: null,
  });
  const areas = [
    area('mara', people.member),
    area('miro', people.member2),
    area('ada', people.admin, ofAdministration),
  ];
  return { people, areas, ledger: emptyLedger(), faults: noFaults() };
}

/** The database goes with the site that runs it. */
async function withDatabase(folder: string, work: (database: pg.Pool) => Promise<void>) {
  const host = join(folder, 'data/postgres/socket');
  const database = new pg.Pool({ host, user: 'association', database: 'association', max: 8 });
  database.on('error', () => undefined);
  try {
    await work(database);
  } finally {
    await database.end().catch(() => undefined);
  }
}

/** Each in a folder of their own, and all of them among shared ones. */
async function workUntilKilled({ people, areas, ledger }: Trial, database: pg.Pool) {
  const { member, member2, admin, dev } = people;
  const shared = (email: string, client: LibraryClient): SharedWork => {
    const isAdministrator = client === admin || client === dev;
    const rival = client === admin ? dev : admin;
    const who = { client, email: `${email}@demo.example`, isAdministrator, rival };
    return { ...who, ledger, database, place: membersLibrary };
  };
  const steps = [
    ...areas.map((area) => () => workInOwn({ area, ledger, database })),
    ...[
      shared('member', member),
      shared('member2', member2),
      shared('admin', admin),
      { ...shared('admin', admin), place: ofAdministration },
      { ...shared('dev', dev), place: ofAdministration },
    ].map((work) => () => workInShared(work)),
  ];
  await Promise.all(steps.map((step) => repeat(step, ledger)));
}

/** What was cut waits until it is known whether it was done. */
async function repeat(step: () => Promise<void>, ledger: Ledger): Promise<void> {
  try {
    while (!ledger.isOver) await step();
  } catch (error) {
    if (!ledger.isOver) ledger.unclear.push(String(error));
  }
}

/** The tree first: in one with a circle no page of a folder comes to an end. */
async function compare(trial: Trial, database: pg.Pool): Promise<void> {
  const { people, areas, ledger, faults } = trial;
  const structure = await inspectStructure(database);
  faults.cycles += structure.cycles;
  faults.unreachable += structure.unreachable;
  faults.misplaced += structure.misplaced;
  faults.doubled += structure.doubled;
  faults.unattached += structure.unattached;
  if (structure.cycles > 0) return;
  faults.lost += await resumeAll(ledger);
  for (const area of areas) faults.lost += await settle(area, database);
  const { rows } = await database.query('select 1 from intranet_resources where id = any($1)', [
    [...ledger.gone],
  ]);
  faults.lost += rows.length;
  await compareFiles(trial, database);
  const visitor = { url: people.admin.url, cookie: '' };
  const outsiders = [visitor, people.member, people.member2];
  faults.visible += await countVisible(database, { outsiders, insider: people.admin });
  for (const error of ledger.unclear.splice(0)) {
    console.error(error);
    faults.unclear += 1;
  }
}

/** Reads every document, the members' by turns as one and the other. */
async function compareFiles({ people, ledger, faults }: Trial, database: pg.Pool): Promise<void> {
  const { rows } = await database.query<{ id: string; sha256: string; isHidden: boolean }>(
    `select id, sha256, collection = 'adminIntranet' as "isHidden"
     from intranet_resources where not folder`,
  );
  const { member, member2, admin } = people;
  await inTurns(rows, async ({ id, sha256, isHidden }) => {
    const reader = isHidden ? admin : Math.random() < 0.5 ? member : member2;
    const stored = await readFile(reader, id);
    const expected = ledger.checksums.get(id) ?? sha256;
    if (stored === null) faults.lost += 1;
    else if (stored !== expected || stored !== sha256) faults.half += 1;
  });
}

/** What is in the store and what the rows name; not so that it stops this process, where S3 may run. */
async function checkFiles(environment: Record<string, string>) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['build/server/main.js', 'admin', 'check-files', '--site-is-stopped', '--json'],
    { env: { ...process.env, ...environment } },
  );
  const check: Pick<Faults, 'withoutRow' | 'leftUploads' | 'withoutFile'> = JSON.parse(
    stdout.trim().split('\n').at(-1) ?? '',
  );
  const { withoutRow, leftUploads, withoutFile } = check;
  return { withoutRow, leftUploads, withoutFile };
}

function describe({ ledger, faults }: Trial): string {
  const { uploads, folders, moves, renames, deletions, refusals } = ledger.acknowledged;
  const found = Object.entries(faults).flatMap(([name, number]) =>
    number > 0 ? `${number} ${name}` : [],
  );
  return `${uploads} uploads, ${folders} folders, ${moves} moves, ${renames} renames, ${deletions} deletions, ${refusals} refused; ${found.join(', ') || 'no fault'}`;
}
