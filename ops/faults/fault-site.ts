/** A built site as a process, and what people do there while something is out of order. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  beginUpload,
  type LibraryClient,
  readFile,
  sendBytes,
  sha256,
  signIn,
} from './library/library-client.ts';
import { filledApplication } from '../../tests/support/people/filled-application.ts';

export const password = 'faults-password-not-secret';

export type RunningSite = {
  url: string;
  process: ChildProcess;
  /** Exit code or signal, once it has ended. */
  ended: () => string | null;
  output: () => string;
};

type StartOptions = {
  environment: Record<string, string>;
  /** Put before `node`, such as `prlimit --nofile=64`. */
  wrapper?: readonly string[];
};

/** Starts the built site and waits for `Ready on <url>`. */
export async function startSite({ environment, wrapper = [] }: StartOptions): Promise<RunningSite> {
  const [program, ...args] = [...wrapper, process.execPath, 'build/server/main.js'];
  const child = spawn(program, args, {
    env: {
      ...process.env,
      PORT: '0',
      DEMO_PASSWORD: password,
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '1',
      INTRANET_TRASH_DAYS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let ended: string | null = null;
  child.once('exit', (code, signal) => (ended = signal ?? String(code)));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-200_000);
      const ready = /Ready on (\S+?)\/?\s/.exec(output)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}:\n${output}`)));
  });
  return { url, process: child, ended: () => ended, output: () => output };
}

/** Ends a process and waits for it. @returns milliseconds */
export async function endProcess(
  child: ChildProcess,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null) return 0;
  const begun = performance.now();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
  return performance.now() - begun;
}

/** What was acknowledged, and must be there for ever after. */
export type Ledger = {
  replies: Set<string>;
  /** Addresses that applied: each has a record, and gets one mail. */
  applications: Set<string>;
  /** Checksums by document. */
  uploads: Map<string, string>;
};

export const emptyLedger = (): Ledger => ({
  replies: new Set(),
  applications: new Set(),
  uploads: new Map(),
});

/** Someone signed in, who knows a topic. */
export type Member = LibraryClient & { topic: string };

export async function becomeMember(url: string): Promise<Member> {
  const client = await signIn(url, 'member@demo.example', password);
  const get = async (path: string) =>
    (await fetch(`${url}${path}`, { headers: { Cookie: client.cookie } })).text();
  const forum = await get('/forum');
  for (const [, category] of forum.matchAll(/href="(\/forum\/[a-z0-9-]+)"/g)) {
    const topic = /\/forum\/topic\/[0-9a-f-]{36}/.exec(await get(category ?? ''))?.[0];
    if (topic) return { ...client, topic };
  }
  throw new Error('There is no topic in the forum');
}

/** Milliseconds within which all works again. */
const recovery = 5_000;

/** How a request went: `ok`, a clear refusal (503 with an id), or something else. */
export type Outcome = { kind: 'ok' | 'clear' | 'unclear'; milliseconds: number; what: string };

/** Longer than anything may take; then it counts as no answer. */
const giveUp = 15_000;

/** Times a step that answers like `fetch`. */
async function judge(step: () => Promise<Response>, accepted: readonly number[]): Promise<Outcome> {
  const begun = performance.now();
  try {
    const answer = await step();
    const text = await answer.text();
    const id = answer.headers.get('x-request-id') ?? '';
    const isClear = answer.status === 503 && id.length === 36 && text.length > 0;
    const kind = accepted.includes(answer.status) ? 'ok' : isClear ? 'clear' : 'unclear';
    const hasLostSession = answer.headers.getSetCookie().some((c) => /__Host-session=;/.test(c));
    return {
      kind: hasLostSession ? 'unclear' : kind,
      milliseconds: performance.now() - begun,
      what: hasLostSession ? 'signed out' : String(answer.status),
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const what = cause instanceof Error ? cause.message : String(cause);
    return { kind: 'unclear', milliseconds: performance.now() - begun, what };
  }
}

let visitors = 0;

/** An address of its own for each request, so that no limit is reached. */
function fromElsewhere(): Record<string, string> {
  visitors += 1;
  return { 'X-Forwarded-For': `10.${visitors >> 8}.${visitors & 255}.9` };
}

const polling = () => AbortSignal.timeout(giveUp);

export const readPublicPage = (url: string, path: string): Promise<Outcome> =>
  judge(() => fetch(`${url}${path}`, { headers: fromElsewhere(), signal: polling() }), [200]);

export const readAsMember = ({ url, cookie }: LibraryClient, path: string): Promise<Outcome> =>
  judge(
    () =>
      fetch(`${url}${path}`, {
        redirect: 'manual',
        headers: { Cookie: cookie },
        signal: polling(),
      }),
    [200],
  );

export async function postReply(
  member: Member,
  ledger: Ledger,
  origin: string | null = member.url,
): Promise<Outcome> {
  const { url, cookie, topic } = member;
  const id = randomUUID();
  const fields = {
    intent: 'reply',
    id,
    replyTo: '',
    quoted: '',
    body: `Written ${id}`,
    bodyFormat: 'text',
  };
  const outcome = await judge(
    () =>
      fetch(`${url}${topic}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: cookie, ...(origin ? { Origin: origin } : {}) },
        body: new URLSearchParams(fields),
        signal: polling(),
      }),
    [302],
  );
  if (outcome.kind === 'ok') ledger.replies.add(id);
  return outcome;
}

export async function apply(url: string, ledger: Ledger): Promise<Outcome> {
  const email = `applicant-${randomBytes(8).toString('hex')}@court.example`;
  const outcome = await judge(
    () =>
      fetch(`${url}/membership`, {
        method: 'POST',
        redirect: 'manual',
        headers: fromElsewhere(),
        body: new URLSearchParams(filledApplication(email)),
        signal: polling(),
      }),
    [302],
  );
  if (outcome.kind === 'ok') ledger.applications.add(email);
  return outcome;
}

/** Uploads a small file in two requests. */
export async function uploadFile(client: LibraryClient, ledger: Ledger): Promise<Outcome> {
  const begun = performance.now();
  const bytes = Buffer.from(randomBytes(10_000).toString('hex'));
  const took = () => performance.now() - begun;
  try {
    const path = await beginUpload(client, { name: `${randomUUID()}.txt`, bytes: bytes.length });
    const document = await sendBytes(client, path, { offset: 0, bytes: new Uint8Array(bytes) });
    if (document) ledger.uploads.set(document, sha256(bytes));
    return { kind: document ? 'ok' : 'unclear', milliseconds: took(), what: 'uploaded' };
  } catch (error) {
    const what = error instanceof Error ? error.message.slice(0, 80) : String(error);
    const isClear = /retry-limit-exceeded|service-unavailable|not available/.test(what);
    return { kind: isClear ? 'clear' : 'unclear', milliseconds: took(), what };
  }
}

/** @returns how much of what was acknowledged is not there */
export async function countLost(
  { replies, applications, uploads }: Ledger,
  {
    ask,
    reader,
  }: {
    ask: (statement: string, values: unknown[]) => Promise<Record<string, unknown>[]>;
    reader: LibraryClient;
  },
): Promise<number> {
  const missing = async (table: string, column: string, wanted: ReadonlySet<string>) => {
    const [row] = await ask(
      `select count(distinct ${column}) as found from ${table} where ${column}::text = any($1)`,
      [[...wanted]],
    );
    return wanted.size - Number(row?.found);
  };
  let lost =
    (await missing('forum_comments', 'id', replies)) +
    (await missing('membership_applications', 'email', applications));
  for (const [document, checksum] of uploads) {
    if (!(await isThere(reader, document, checksum))) lost += 1;
  }
  return lost;
}

/** For a moment after a fault the site says 503: then it is asked again, as long as that may last. */
async function isThere(
  reader: LibraryClient,
  document: string,
  checksum: string,
): Promise<boolean> {
  const until = Date.now() + recovery;
  for (;;) {
    if ((await readFile(reader, document)) === checksum) return true;
    if (Date.now() > until) return false;
    await pause(100);
  }
}

/** Names a mail by its Message-ID, which stays the same at each attempt. */
export const digestOf = (text: string) =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);
