/** SIGTERM while people work: what runs is finished, nothing acknowledged is lost. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../bench/bench.ts';
import { withTemporaryFolder } from './fault-folder.ts';
import { listenToTopic } from './fault-live.ts';
import { ask, type Postgres, startServers } from './fault-servers.ts';
import {
  apply,
  becomeMember,
  countLost,
  emptyLedger,
  endProcess,
  type Ledger,
  type Member,
  type Outcome,
  postReply,
  readAsMember,
  readPublicPage,
  startSite,
  uploadFile,
} from './fault-site.ts';

const listeners = 20;

/** What happens between the first work and the signal; during an outage, work may be refused. */
type DrainRound = {
  name: string;
  before: (postgres: Postgres) => Promise<unknown>;
  hasOutage: boolean;
};

const rounds: DrainRound[] = [
  { name: 'SIGTERM under load', before: () => pause(3_000), hasOutage: false },
  {
    name: 'SIGTERM after PostgreSQL was killed and came back',
    hasOutage: true,
    before: async (postgres) => {
      await pause(2_000);
      await postgres.kill();
      await pause(3_000);
      await postgres.start();
      await pause(3_000);
    },
  },
  {
    name: 'SIGTERM while PostgreSQL is away',
    hasOutage: true,
    before: async (postgres) => {
      await pause(2_000);
      await postgres.kill();
      await pause(3_000);
    },
  },
];

export async function drainUnderLoad(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const round of rounds) rows.push(await drainAfter(round));
  return rows;
}

async function drainAfter({ name, before, hasOutage }: DrainRound): Promise<Row> {
  return withTemporaryFolder(async (folder) => {
    const servers = await startServers();
    const environment = { ...servers.environment, DATA_DIR: folder };
    const site = await startSite({ environment });
    const ledger = emptyLedger();
    try {
      const member = await becomeMember(site.url);
      const streams = Array.from({ length: listeners }, () => listenToTopic(member));
      const state: State = { isOver: false, answered: 0, refused: 0, failed: 0 };
      const work = loadOf(member, ledger, state);
      await before(servers.postgres);
      state.isOver = true;
      const milliseconds = await endProcess(site.process, 'SIGTERM');
      await work;
      for (const stream of streams) stream.stop();
      await servers.postgres.start();
      const again = await startSite({ environment });
      const lost = await countLost(ledger, {
        ask: (statement, values) => ask(servers.postgres.address, statement, values),
        reader: { ...member, url: again.url },
      });
      await endProcess(again.process, 'SIGTERM');
      const { answered, refused, failed } = state;
      const wrong = failed + lost + (hasOutage ? 0 : refused);
      return {
        work: `${name}, ${listeners} live listeners`,
        measured: `ended after ${Math.round(milliseconds)} ms with ${site.ended()}; ${answered} answered, ${refused} × 503 with id, ${failed} begun before and failed, ${lost} lost`,
        bar: '≤ 10,000 ms, 0 failed, 0 lost',
        reached: milliseconds <= 10_000 && site.ended() === '0' && wrong === 0,
      };
    } finally {
      await endProcess(site.process, 'SIGKILL');
      await servers.stop();
    }
  });
}

type State = { isOver: boolean; answered: number; refused: number; failed: number };

/** Everything that is begun until the signal has to be answered. */
async function loadOf(member: Member, ledger: Ledger, state: State): Promise<void> {
  const steps: (() => Promise<Outcome>)[] = [
    () => readPublicPage(member.url, '/'),
    () => readPublicPage(member.url, '/news'),
    () => readAsMember(member, '/forum'),
    () => postReply(member, ledger),
    () => apply(member.url, ledger),
  ];
  const upload = async () => {
    // Two requests: the second may find the door closed, and is resumed later.
    while (!state.isOver) await uploadFile(member, ledger);
  };
  await Promise.all([
    upload(),
    ...steps.map(async (step) => {
      while (!state.isOver) {
        const { kind } = await step();
        if (kind === 'ok') state.answered += 1;
        else if (kind === 'clear') state.refused += 1;
        else state.failed += 1;
      }
    }),
  ]);
}
