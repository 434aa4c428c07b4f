/** People at work while something is out of order, and what became of it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../bench/bench.ts';
import { listenToTopic } from './fault-live.ts';
import { ask, forgetWriting, type Servers } from './fault-servers.ts';
import {
  apply,
  becomeMember,
  countLost,
  emptyLedger,
  type Ledger,
  type Member,
  type Outcome,
  postReply,
  readAsMember,
  readPublicPage,
  type RunningSite,
  uploadFile,
} from './fault-site.ts';

/** Milliseconds within which a request is answered, and within which all works again. */
const bar = 5_000;
const longestWait = 30_000;

export type FaultRound = {
  name: string;
  begin: () => Promise<void>;
  end: () => Promise<void>;
  seconds: number;
};

export type Workplace = { site: RunningSite; member: Member; servers: Servers };

/** The steps of people at work, each by its name. */
function stepsOf(
  { site, member }: Workplace,
  ledger: Ledger,
): Record<string, () => Promise<Outcome>> {
  return {
    'forum page': () => readAsMember(member, '/forum'),
    reply: () => postReply(member, ledger),
    application: () => apply(site.url, ledger),
    upload: () => uploadFile(member, ledger),
  };
}

export async function openWorkplace(site: RunningSite, servers: Servers): Promise<Workplace> {
  return { site, member: await becomeMember(site.url), servers };
}

/** Lets people work through one fault. @returns the lines of the table */
export async function liveThrough(place: Workplace, round: FaultRound): Promise<Row[]> {
  await forgetWriting(place.servers.postgres);
  const ledger = emptyLedger();
  const steps = Object.entries(stepsOf(place, ledger));
  for (const path of publicPages) await readPublicPage(place.site.url, path);
  const live = listenToTopic(place.member);
  await round.begin();
  const until = Date.now() + round.seconds * 1_000;
  const [cached, others] = await Promise.all([
    readUntil(place.site.url, until),
    Promise.all(steps.map(([name, step]) => repeatUntil(name, step, until))),
  ]);
  await round.end();
  const recovered = await untilAllWork(steps);
  const heard = await live.hearsWithin(bar, () => postReply(place.member, ledger));
  live.stop();
  const mails = await watchMails(place.servers, ledger);
  const lost = await countLost(ledger, {
    ask: (statement, values) => ask(place.servers.postgres.address, statement, values),
    reader: place.member,
  });
  return rowsOf(round.name, {
    cached,
    others: others.flat(),
    recovered,
    heard,
    lost,
    mails,
    ended: place.site.ended(),
    ledger,
  });
}

const publicPages = ['/', '/about', '/news'];

async function readUntil(url: string, until: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let i = 0; Date.now() < until; i += 1) {
    outcomes.push(await readPublicPage(url, publicPages[i % publicPages.length] ?? '/'));
    await pause(100);
  }
  return outcomes;
}

async function repeatUntil(
  name: string,
  step: () => Promise<Outcome>,
  until: number,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  while (Date.now() < until) {
    const outcome = await step();
    outcomes.push({ ...outcome, what: `${name}: ${outcome.what}` });
    await pause(200);
  }
  return outcomes;
}

/** @returns milliseconds until every step succeeds, each as soon as it does */
async function untilAllWork(steps: [string, () => Promise<Outcome>][]): Promise<number> {
  const begun = performance.now();
  await Promise.all(
    steps.map(async ([, step]) => {
      while (performance.now() - begun < longestWait) {
        const { kind } = await step();
        if (kind === 'ok') return;
        await pause(100);
      }
    }),
  );
  return performance.now() - begun;
}

type Mails = { missing: number; doubled: number; milliseconds: number };

/** Waits for the mails of those who applied. */
async function watchMails({ smtp }: Servers, { applications }: Ledger): Promise<Mails> {
  const begun = performance.now();
  const missing = () => {
    const reached = new Set(smtp.received.flatMap(({ recipients }) => recipients));
    return [...applications].filter((address) => !reached.has(address)).length;
  };
  while (missing() > 0 && performance.now() - begun < 4 * longestWait) await pause(100);
  const milliseconds = performance.now() - begun;
  // A second copy would come by the next try.
  await pause(2_000);
  const times = new Map<string, number>();
  for (const { recipients } of smtp.received) {
    for (const address of recipients) times.set(address, (times.get(address) ?? 0) + 1);
  }
  const doubled = [...applications].filter((address) => (times.get(address) ?? 0) > 1).length;
  return { missing: missing(), doubled, milliseconds };
}

type Found = {
  cached: Outcome[];
  others: Outcome[];
  recovered: number;
  heard: number | null;
  lost: number;
  mails: Mails;
  ended: string | null;
  ledger: Ledger;
};

function rowsOf(name: string, found: Found): Row[] {
  const { cached, others, recovered, heard, lost, mails, ended, ledger } = found;
  const failed = cached.filter(({ kind }) => kind !== 'ok');
  const unclear = others.filter(({ kind }) => kind === 'unclear');
  const clear = others.filter(({ kind }) => kind === 'clear').length;
  const slowest = slowestOf(others);
  const kept = ledger.replies.size + ledger.applications.size + ledger.uploads.size;
  return [
    {
      work: `${name}: cached pages`,
      measured: `${cached.length - failed.length} of ${cached.length}, slowest ${ms(slowestOf(cached))}${sample(failed)}`,
      bar: `all, ≤ ${bar} ms`,
      reached: failed.length === 0 && slowestOf(cached) <= bar,
    },
    {
      work: `${name}: everything else`,
      measured: `${others.length - clear - unclear.length} done, ${clear} × 503 with id, ${unclear.length} unclear, slowest ${ms(slowest)}${sample(unclear)}`,
      bar: `0 unclear, ≤ ${bar} ms`,
      reached: unclear.length === 0 && slowest <= bar,
    },
    {
      work: `${name}: afterwards`,
      measured: `works after ${ms(recovered)}, live update ${heard === null ? 'not heard' : `after ${ms(heard)}`}, process ${ended ?? 'lives'}`,
      bar: `≤ ${bar} ms, lives`,
      reached: recovered <= bar && heard !== null && ended === null,
    },
    {
      work: `${name}: acknowledged`,
      measured: `${kept} records, ${lost} lost; ${ledger.applications.size} mails, ${mails.missing} lost, ${mails.doubled} doubled, last after ${ms(mails.milliseconds)}`,
      bar: '0 lost, 0 doubled',
      reached: lost + mails.missing + mails.doubled === 0,
    },
  ];
}

const ms = (value: number) => `${Math.round(value)} ms`;
const slowestOf = (outcomes: readonly Outcome[]) =>
  Math.max(0, ...outcomes.map(({ milliseconds }) => milliseconds));

/** What went wrong, the first three kinds of it. */
function sample(outcomes: readonly Outcome[]): string {
  const kinds = [...new Set(outcomes.map(({ what }) => what.slice(0, 120)))].slice(0, 3);
  return kinds.length > 0 ? ` (${kinds.join('; ')})` : '';
}
