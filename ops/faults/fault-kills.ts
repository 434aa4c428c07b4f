/** `kill -9` of the application and of PostgreSQL at random moments, while people work. */
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Row } from '../bench/bench.ts';
import { withTemporaryFolder } from './fault-folder.ts';
import { ask, forgetWriting, freePort, type Servers, startServers } from './fault-servers.ts';
import {
  apply,
  becomeMember,
  countLost,
  emptyLedger,
  endProcess,
  type Ledger,
  type Member,
  postReply,
  startSite,
  uploadFile,
} from './fault-site.ts';

type Rounds = {
  lost: number;
  rounds: number;
  ledger: Ledger;
  ends: number;
  /** Milliseconds from when something was acknowledged to when the work that follows was done. */
  waits: Waits;
};
type Waits = { mail: number; text: number; unread: number };

/** Milliseconds within which what was under way at a kill has to be done. */
const longestWait = 60_000;

/** @param rounds half of them end the application, half the database server */
export async function killRounds(rounds = 100): Promise<Row[]> {
  return withTemporaryFolder(async (folder) => {
    const servers = await startServers();
    const environment = {
      ...servers.environment,
      DATA_DIR: folder,
      PORT: String(await freePort()),
    };
    try {
      const done = await killAgainAndAgain(servers, environment, rounds);
      const mails = await countMails(servers, done.ledger);
      const files = await checkFiles(environment);
      return rowsOf(done, mails, files);
    } finally {
      await servers.stop();
    }
  });
}

/** What is in the store and what the rows name; beside us, since the lines to both run through us. */
async function checkFiles(environment: Record<string, string>) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['build/server/main.js', 'admin', 'check-files', '--site-is-stopped', '--json'],
    { env: { ...process.env, ...environment } },
  );
  return foundFiles.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

const foundFiles = z.object({
  files: z.number(),
  withoutRow: z.number(),
  withoutFile: z.number(),
  leftUploads: z.number(),
});

async function killAgainAndAgain(
  servers: Servers,
  environment: Record<string, string>,
  rounds: number,
): Promise<Rounds> {
  let site = await startSite({ environment });
  const waits = { mail: 0, text: 0, unread: 0 };
  const done: Rounds = { lost: 0, rounds, ledger: emptyLedger(), ends: 0, waits };
  const watch = watchWaits(servers, done);
  try {
    const member = await becomeMember(site.url);
    for (let round = 1; round <= rounds; round += 1) {
      const state = { isOver: false };
      const work = workOf(member, done.ledger, state);
      await pause(100 + Math.random() * 900);
      if (round % 2 === 1) {
        await endProcess(site.process, 'SIGKILL');
        state.isOver = true;
        site = await startSite({ environment });
      } else {
        await servers.postgres.kill();
        await servers.postgres.start();
        state.isOver = true;
      }
      await work;
      await untilReady(site.url);
      if (site.ended() !== null) {
        done.ends += 1;
        site = await startSite({ environment });
      }
      const lost = await countLost(done.ledger, {
        ask: (statement, values) => ask(servers.postgres.address, statement, values),
        reader: member,
      });
      done.lost = Math.max(done.lost, lost);
      await forgetWriting(servers.postgres);
      console.log(`round ${round}: ${summary(done.ledger)}, ${lost} lost`);
    }
    await watch.untilAllIsDone();
  } finally {
    watch.stop();
    await endProcess(site.process, 'SIGTERM');
  }
  return done;
}

/** Looks once a second how long mails and texts of files have been waiting for. */
function watchWaits({ postgres, smtp }: Servers, { ledger, waits }: Rounds) {
  const asked = new Map<string, number>();
  const look = async (): Promise<boolean> => {
    const now = Date.now();
    const reached = new Set(smtp.received.flatMap(({ recipients }) => recipients));
    for (const address of ledger.applications) {
      if (!asked.has(address)) asked.set(address, now);
    }
    const missing = [...asked].filter(([address]) => !reached.has(address));
    for (const [, since] of missing) waits.mail = Math.max(waits.mail, now - since);
    const [text] = await ask(
      postgres.address,
      `select count(*) filter (where text_state = 'waiting')::int as waiting,
         count(*) filter (where text_state = 'failed')::int as unread,
         coalesce(max(extract(epoch from now() - created_at)) filter (where text_state = 'waiting'), 0)::float as longest
       from intranet_resources where id::text = any($1)`,
      [[...ledger.uploads.keys()]],
    );
    waits.text = Math.max(waits.text, Number(text?.longest) * 1_000);
    waits.unread = Number(text?.unread);
    return missing.length === 0 && text?.waiting === 0;
  };
  const timer = setInterval(() => void look().catch(() => undefined), 1_000);
  return {
    untilAllIsDone: async () => {
      const until = Date.now() + 2 * longestWait;
      while (!(await look().catch(() => false)) && Date.now() < until) await pause(500);
    },
    stop: () => clearInterval(timer),
  };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
const summary = ({ replies, applications, uploads }: Ledger) =>
  `${replies.size} posts, ${applications.size} applications, ${uploads.size} files`;

async function workOf(member: Member, ledger: Ledger, state: { isOver: boolean }): Promise<void> {
  const steps = [
    () => postReply(member, ledger),
    () => apply(member.url, ledger),
    () => uploadFile(member, ledger),
  ];
  await Promise.all(
    steps.map(async (step) => {
      while (!state.isOver) {
        const { kind } = await step();
        if (kind !== 'ok') await pause(50);
      }
    }),
  );
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    await answer?.text();
    if (answer?.status === 200) return;
    await pause(100);
  }
}

type Mails = { missing: number; doubled: number; state: Record<string, unknown>[] };

/** Every application acknowledged has one mail, sent or still in the queue. */
async function countMails({ smtp, postgres }: Servers, ledger: Ledger): Promise<Mails> {
  const times = new Map<string, number>();
  for (const { recipients } of smtp.received) {
    for (const address of recipients) times.set(address, (times.get(address) ?? 0) + 1);
  }
  const wanted = [...ledger.applications];
  const unsent = wanted.filter((address) => !times.has(address));
  const queued = await ask(
    postgres.address,
    `select distinct recipient from mails join pgboss.job on data->>'mailId' = mails.id::text
     where recipient = any($1) and pgboss.job.state < 'completed'`,
    [unsent],
  );
  return {
    missing: unsent.length - queued.length,
    doubled: wanted.filter((address) => (times.get(address) ?? 0) > 1).length,
    state: queued,
  };
}

function rowsOf(
  { lost, rounds, ledger, ends, waits }: Rounds,
  mails: Mails,
  { files, withoutRow, withoutFile, leftUploads }: z.output<typeof foundFiles>,
): Row[] {
  return [
    {
      work: `${rounds} × kill -9, application and PostgreSQL in turn`,
      measured: `${summary(ledger)} acknowledged, ${lost} lost`,
      bar: '0 lost',
      reached: lost === 0,
    },
    {
      work: 'files and rows afterwards',
      measured: `${files} files, ${withoutRow} without row, ${withoutFile} rows without file, ${leftUploads} uploads left and removed`,
      bar: '0 rows without file',
      reached: withoutFile === 0,
    },
    {
      work: 'mails of the applications',
      measured: `${ledger.applications.size} mails, ${mails.missing} lost, ${mails.state.length} still queued, ${mails.doubled} twice under one Message-ID`,
      bar: '0 lost',
      reached: mails.missing + mails.state.length === 0,
    },
    {
      work: 'work under way at a kill',
      measured: `the longest from the acknowledgement to the mail ${seconds(waits.mail)}, to the text of a file ${seconds(waits.text)}; ${waits.unread} files called unreadable`,
      bar: '≤ 60 s, 0 unreadable',
      reached: Math.max(waits.mail, waits.text) <= longestWait && waits.unread === 0,
    },
    {
      work: 'the application when PostgreSQL is killed',
      measured: `ended ${ends} times`,
      bar: '0',
      reached: ends === 0,
    },
  ];
}
