/** Two nodes on one PostgreSQL and one S3 store behind nginx: what they share, and one killed. */
import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../bench/bench.ts';
import { withTemporaryFolder } from './fault-folder.ts';
import { type LiveListener, listenToLibrary, listenToTopic } from './fault-live.ts';
import { startNginx } from './fault-nginx.ts';
import { ask, freePort, type Servers, startServers } from './fault-servers.ts';
import {
  apply,
  becomeMember,
  emptyLedger,
  endProcess,
  type Member,
  type Outcome,
  postReply,
  readAsMember,
  type RunningSite,
  startSite,
  uploadFile,
} from './fault-site.ts';
import { askOffset, beginUpload, readFile, sendBytes, sha256 } from './library/library-client.ts';

type Nodes = {
  servers: Servers;
  member: Member;
  /** Through nginx. */
  url: string;
  sites: [RunningSite, RunningSite];
  startAgain: (which: 0 | 1) => Promise<void>;
};

/** @param seconds of load around the kill */
export async function twoNodes(seconds = 10): Promise<Row[]> {
  return withTemporaryFolder(async (folder) => {
    const servers = await startServers();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const ports = [await freePort(), await freePort()] as const;
    const start = (which: 0 | 1) =>
      startSite({
        environment: {
          ...servers.environment,
          ORIGIN: url,
          APP_SECRET: 'the nodes of one site have one secret',
          DATA_DIR: `${folder}/node-${which}`,
          PORT: String(ports[which]),
        },
      });
    const sites: [RunningSite, RunningSite] = [await start(0), await start(1)];
    const nginx = await startNginx(folder, port, ports);
    try {
      const nodes: Nodes = {
        servers,
        url,
        sites,
        member: await becomeMember(url),
        startAgain: async (which) => {
          sites[which] = await start(which);
        },
      };
      return [
        await sessions(nodes),
        await limits(nodes),
        await jobs(nodes),
        await liveTopic(nodes),
        await liveLibrary(nodes),
        await cachedPages(nodes),
        await upload(nodes),
        await kill(nodes, seconds),
      ];
    } finally {
      await endProcess(nginx, 'SIGTERM');
      for (const site of sites) await endProcess(site.process, 'SIGTERM');
      await servers.stop();
    }
  });
}

/** The member as someone who is led to one node; only behind nginx the origin is that of the site. */
const at = (member: Member, site: RunningSite): Member => ({ ...member, url: site.url });

async function sessions({ member, sites }: Nodes): Promise<Row> {
  const seen = await Promise.all(sites.map((site) => readAsMember(at(member, site), '/settings')));
  const good = seen.filter(({ kind }) => kind === 'ok').length;
  return row('one session on both nodes', `${good} of 2 know it`, good === 2);
}

/** Wrong passwords from one address, to both in turn: the number allowed is that of one node. */
async function limits({ sites }: Nodes): Promise<Row> {
  const tries = async (which: (i: number) => RunningSite, address: string) => {
    for (let i = 0; i < 200; i += 1) {
      const answer = await fetch(`${which(i).url}/login`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'X-Forwarded-For': address },
        body: new URLSearchParams({
          email: `nobody-${address}@court.example`,
          password: 'not the password',
        }),
      });
      await answer.text();
      if (answer.status === 429) return i;
    }
    return 200;
  };
  const [first, second] = sites;
  const alone = await tries(() => first, '10.200.0.1');
  const both = await tries((i) => (i % 2 ? first : second), '10.201.0.1');
  return row(
    'limit of sign-ins',
    `${alone} tries at one node, ${both} at two`,
    alone === both && alone < 200,
  );
}

async function jobs({ servers, sites }: Nodes): Promise<Row> {
  const ledger = emptyLedger();
  const begun = performance.now();
  for (let i = 0; i < 20; i += 1) await applyAt(sites[i % 2 ? 0 : 1], ledger);
  const counts = () =>
    [...ledger.applications].map(
      (address) =>
        servers.smtp.received.filter(({ recipients }) => recipients.includes(address)).length,
    );
  while (counts().includes(0) && performance.now() - begun < 60_000) await pause(100);
  await pause(3_000);
  const once = counts().filter((count) => count === 1).length;
  const all = ledger.applications.size;
  return row('mails of applications sent to both', `${once} of ${all} exactly once`, once === 20);
}

const applyAt = (site: RunningSite, ledger: ReturnType<typeof emptyLedger>) =>
  apply(site.url, ledger);

async function liveTopic({ member, sites }: Nodes): Promise<Row> {
  const post = () => postReply(at(member, sites[1]), emptyLedger(), null);
  return liveUpdate('of a topic', listenToTopic(at(member, sites[0])), post);
}

/** A file that arrives at one node, in the list of the library at the other. */
async function liveLibrary({ member, sites, url }: Nodes): Promise<Row> {
  const sender = { ...at(member, sites[1]), origin: url };
  const send = () => uploadFile(sender, emptyLedger());
  return liveUpdate("of the library's list", listenToLibrary(at(member, sites[0])), send);
}

async function liveUpdate(
  what: string,
  live: LiveListener,
  change: () => Promise<Outcome>,
): Promise<Row> {
  let said = '';
  const took = await live.hearsWithin(5_000, async () => {
    said = (await change()).what;
  });
  live.stop();
  return row(
    `live update ${what} from one node at the other`,
    took === null ? `not heard, the change answered ${said}` : `after ${Math.round(took)} ms`,
    took !== null && took <= 1_000,
  );
}

/** What the front door of every public write does: the change and its notice in one transaction. */
async function cachedPages({ servers, sites }: Nodes): Promise<Row> {
  const read = async (site: RunningSite) => (await fetch(`${site.url}/about`)).text();
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(sites.map(read));
    const mark = `Changed ${randomBytes(6).toString('hex')}`;
    await ask(
      servers.postgres.address,
      `with changed as (update pages set title = $1 where slug = 'about' and language = 'en' returning 1)
       select pg_notify('live', 'pages/pages') from changed`,
      [mark],
    );
    const begun = performance.now();
    const shows = async (site: RunningSite) => (await read(site)).includes(mark);
    while (performance.now() - begun < 5_000) {
      if ((await Promise.all(sites.map(shows))).every(Boolean)) break;
      await pause(20);
    }
    times.push(performance.now() - begun);
  }
  const slowest = Math.max(...times);
  return row(
    'a change on the cached pages of both',
    `within ${Math.round(slowest)} ms`,
    slowest <= 1_000,
  );
}

/** One file whose parts go to both nodes in turn; one of them is killed before the last. */
async function upload({ member, sites, url, startAgain }: Nodes): Promise<Row> {
  const part = 6 * 1024 * 1024;
  const bytes = randomBytes(5 * part)
    .toString('hex')
    .slice(0, 5 * part);
  const client = { ...member, url };
  const path = await beginUpload(client, { name: 'both nodes.txt', bytes: bytes.length });
  let document: string | null = null;
  for (let i = 0; i < 5; i += 1) {
    if (i === 4) await endProcess(sites[0].process, 'SIGKILL');
    const direct = i === 4 ? sites[1] : sites[i % 2 ? 0 : 1];
    const there = { ...member, url: direct.url, origin: url };
    const known = await askOffset(there, path);
    if (known?.offset !== i * part)
      return row('an upload over both nodes', `offset ${known?.offset} at part ${i}`, false);
    document = await sendBytes(there, path, {
      offset: i * part,
      bytes: bytes.slice(i * part, (i + 1) * part),
    });
  }
  const isEqual =
    document !== null && (await readFile(client, document)) === sha256(Buffer.from(bytes));
  await startAgain(0);
  return row(
    'an upload of 30 MB, parts to both in turn, one killed before the last',
    isEqual ? 'checksums equal' : 'not the same bytes',
    isEqual,
  );
}

const readers = 24;

/** Readers on keep-alive connections while a node dies and comes back. */
async function kill({ member, sites, url, startAgain }: Nodes, seconds: number): Promise<Row> {
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const until = Date.now() + seconds * 1_000;
  const failures: string[] = [];
  let answered = 0;
  const paths = ['/', '/news', '/about', '/forum', member.topic, '/intranet'];
  const reading = Array.from({ length: readers }, async (_, reader) => {
    for (let i = reader; Date.now() < until; i += 1) {
      const path = paths[i % paths.length] ?? '/';
      const isPublic = i % paths.length < 3;
      const failure = await readOnce(`${url}${path}`, agent, isPublic ? '' : member.cookie);
      if (failure) failures.push(`${path}: ${failure}`);
      else answered += 1;
    }
  });
  await pause(seconds * 250);
  await endProcess(sites[1].process, 'SIGKILL');
  await pause(seconds * 250);
  await startAgain(1);
  await Promise.all(reading);
  agent.destroy();
  const some = failures.slice(0, 3).join('; ');
  return row(
    `GETs while one node is killed and started again, ${readers} readers`,
    `${answered} answered, ${failures.length} failed ${some}`,
    failures.length === 0 && answered > 0,
  );
}

/** @returns what went wrong, if anything did */
function readOnce(url: string, agent: Agent, cookie: string): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers: cookie ? { cookie } : {} }, (response) => {
      response.on('error', (error) => resolve(error.message));
      response.on('end', () =>
        resolve(
          response.complete && response.statusCode === 200 ? null : String(response.statusCode),
        ),
      );
      response.resume();
    });
    request.on('error', (error) => resolve(error.message));
  });
}

const row = (work: string, measured: string, reached: boolean): Row => ({
  work,
  measured,
  bar: bars[work.split(' ')[0] ?? ''] ?? 'shared',
  reached,
});

const bars: Record<string, string> = { GETs: '0 failed', live: '≤ 1,000 ms', a: '≤ 1,000 ms' };
