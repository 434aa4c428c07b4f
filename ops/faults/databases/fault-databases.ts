/**
 * `npm run faults -- databases`: a site on PgBouncer in transaction mode with a direct address, and
 * with a replica that hangs, dies and comes back.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../../bench/bench.ts';
import { withTemporaryFolder } from '../fault-folder.ts';
import { ask, startPostgres } from '../fault-servers.ts';
import {
  becomeMember,
  emptyLedger,
  endProcess,
  type Member,
  type Outcome,
  postReply,
  readAsMember,
  startSite,
  uploadFile,
} from '../fault-site.ts';
import { poolerVersion, startPooler } from './pooler.ts';
import { type Standby, startStandby } from './standby.ts';

export function databaseFaults(): Promise<Row[]> {
  return withTemporaryFolder(async (folder) => {
    const postgres = await startPostgres();
    const pooler = await startPooler(postgres);
    const standby = await startStandby(postgres);
    const site = await startSite({
      environment: {
        DATABASE_URL: pooler.address,
        DATABASE_DIRECT_URL: postgres.address,
        DATABASE_REPLICA_URL: standby.address,
        DATA_DIR: folder,
      },
    });
    try {
      const member = await becomeMember(site.url);
      return [
        ...(await behindThePooler(member, postgres.address)),
        await withReplica(member, standby),
        await lost('replica hangs', member, () => Promise.resolve(standby.freeze(true))),
        await back(member, standby, () => Promise.resolve(standby.freeze(false))),
        await lost('replica dies', member, () => standby.kill()),
        await back(member, standby, () => standby.start()),
      ];
    } finally {
      await endProcess(site.process, 'SIGTERM');
      await standby.stop();
      await pooler.stop();
      await postgres.stop();
    }
  });
}

const search = (member: Member) => readAsMember(member, `/search?q=data+${Math.random()}`);

async function behindThePooler(member: Member, direct: string): Promise<Row[]> {
  const ledger = emptyLedger();
  const works: (() => Promise<Outcome>)[] = [
    () => postReply(member, ledger),
    () => uploadFile(member, ledger),
    () => search(member),
    () => readAsMember(member, member.topic),
    () => readAsMember(member, '/intranet'),
  ];
  const outcomes: Outcome[] = [];
  for (let round = 0; round < 20; round += 1)
    outcomes.push(...(await Promise.all(works.map((work) => work()))));
  const good = outcomes.filter(({ kind }) => kind === 'ok').length;
  const [row] = await ask(
    direct,
    "select count(*) as open from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  return [
    {
      work: `behind ${poolerVersion()}: comments, uploads, searches, pages, five at a time`,
      measured: `${good} of ${outcomes.length} well`,
      bar: 'all',
      reached: good === outcomes.length,
    },
    {
      work: 'connections to PostgreSQL, four of them of the pooler',
      measured: String(row?.open),
      bar: '≤ 12',
      reached: Number(row?.open) <= 12,
    },
  ];
}

/** How many queries the replica has been asked so far: each is a transaction of its own. */
async function asked(standby: Standby): Promise<number> {
  const [row] = await ask(
    standby.address,
    "select calls from (select xact_commit as calls from pg_stat_database where datname = 'association') as it",
  );
  return Number(row?.calls);
}

async function searchesOnReplica(member: Member, standby: Standby, times: number) {
  // Who has written reads from the primary for ten seconds, and the site looks once a second.
  await pause(2_000);
  const before = await asked(standby);
  for (let time = 0; time < times; time += 1) await search(member);
  await pause(2_000);
  return (await asked(standby)) - before;
}

async function withReplica(member: Member, standby: Standby): Promise<Row> {
  const count = await searchesOnReplica(member, standby, 40);
  return {
    work: '40 searches with a replica: transactions there, with about one a second of the site itself',
    measured: String(count),
    bar: '≥ 40',
    reached: count >= 40,
  };
}

async function lost(name: string, member: Member, lose: () => Promise<void>): Promise<Row> {
  await lose();
  const outcomes: Outcome[] = [];
  const until = performance.now() + 8_000;
  while (performance.now() < until) outcomes.push(await search(member));
  const slowest = Math.max(...outcomes.map(({ milliseconds }) => milliseconds));
  const bad = outcomes.filter(({ kind }) => kind !== 'ok').length;
  return {
    work: `${name}: ${outcomes.length} searches, failed and slowest`,
    measured: `${bad}, ${Math.round(slowest)} ms`,
    bar: '0, ≤ 5,000 ms',
    reached: bad === 0 && slowest <= 5_000,
  };
}

async function back(member: Member, standby: Standby, mend: () => Promise<void>): Promise<Row> {
  await mend();
  await pause(5_000);
  const count = await searchesOnReplica(member, standby, 20);
  return {
    work: 'it is back: transactions there during 20 searches, five seconds later',
    measured: String(count),
    bar: '≥ 20',
    reached: count >= 20,
  };
}
