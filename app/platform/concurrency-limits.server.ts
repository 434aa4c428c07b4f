import { setTimeout as pause } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { config } from '~/config/config.server';
import { routerPathname } from '~/lib/addresses/own-path';
import { noteRefusal } from '~/platform/log/log.server';
import { noteRepeatedEvent } from '~/platform/security-events.server';

/** What one client may have under way at a time, in one process, and how much more may wait. */
type Allowance = { atOnce: number; waiting: number };

/**
 * Whoever asks for more waits for what they have asked for themselves, not at the cost of others
 * (OWASP ASVS 5.0 2.4.1, 15.2.2). Many people may share an address, nobody shares an account.
 */
const allowances = {
  page: { address: { atOnce: 3, waiting: 100 }, account: { atOnce: 4, waiting: 100 } },
  search: { address: { atOnce: 2, waiting: 100 }, account: { atOnce: 2, waiting: 100 } },
  /** Files that are made while they are read: ZIP archives, lists, a member's own data. */
  export: { address: { atOnce: 8, waiting: 0 }, account: { atOnce: 2, waiting: 0 } },
  /** Live updates: one for each page that is open. */
  stream: { address: { atOnce: 300, waiting: 0 }, account: { atOnce: 30, waiting: 0 } },
  /** Parts of files: a page sends three at a time, and each lasts as long as its line is slow. */
  upload: { address: { atOnce: 100, waiting: 100 }, account: { atOnce: 6, waiting: 30 } },
} satisfies Record<string, Record<'address' | 'account', Allowance>>;

export type RequestKind = keyof typeof allowances;

/** Of which kind a request is, and whose: an address or network, or the id of an account. */
export type Claim = { kind: RequestKind; of: { address: string } | { account: string } };

/** Addresses that do not count as pages. */
const others: [Exclude<RequestKind, 'page'>, RegExp][] = [
  ['stream', /^\/intranet\/live\/|^\/forum\/topic\/[^/]+\/live$|^\/session\/watch$/],
  ['stream', /^\/administration\/(applications|flags|newsletters\/[^/]+)\/live$/],
  ['export', /^\/(settings\/data\/export|intranet\/zip)$/],
  ['export', /^\/administration\/(audit|(lists|events)\/[^/]+)\/export$/],
  ['export', /^\/api\/decisions\.(jsonl|csv|ris|bib|csl\.json|xml)$/],
  ['search', /^(\/forum)?\/search$|^\/palette$/],
  ['upload', /^\/uploads(\/[^/]+)?$/],
];

/**
 * The kind of request by its path, in whatever spelling the router finds its route; data requests count
 * like their pages. The body of an answer to HEAD is never read, so that as a stream or an export it
 * would count for ever.
 */
export function requestKind(pathname: string, method = 'GET'): RequestKind {
  const path = routerPathname(pathname).toLowerCase();
  const kind = others.find(([, pattern]) => pattern.test(path))?.[0] ?? 'page';
  return method === 'HEAD' && lastsWhileRead(kind) ? 'page' : kind;
}

/** Streams and exports count until the last byte of them. */
const lastsWhileRead = (kind: RequestKind) => kind === 'stream' || kind === 'export';

const limits = new Map<string, LimitFunction>();

/** Milliseconds before a turn of a client that asks for much: while others of it wait, or too often. */
const breath = 25;

/** Turns of one client in a second before which there is no breath. */
const freeTurns = 30;
const turns = { counts: new Map<string, number>(), since: 0 };

/** Counts the turn. @returns whether the client has had many within this second */
function asksOften(key: string): boolean {
  if (performance.now() - turns.since > 1_000) {
    turns.counts.clear();
    turns.since = performance.now();
  }
  const count = (turns.counts.get(key) ?? 0) + 1;
  turns.counts.set(key, count);
  return count > freeTurns;
}

/**
 * Does `work` when it is this client's turn.
 * @returns null when as many wait already as may
 */
export async function takeTurn<T>({ kind, of }: Claim, work: () => Promise<T>): Promise<T | null> {
  if (!config().flags.requestLimits) return work();
  const by = 'address' in of ? 'address' : 'account';
  const key = `${kind} ${'address' in of ? of.address : of.account}`;
  const { atOnce, waiting }: Allowance = allowances[kind][by];
  const limit = limits.get(key) ?? pLimit(atOnce);
  if (limit.activeCount + limit.pendingCount >= atOnce + waiting) {
    void noteOverload(kind, of);
    return null;
  }
  limits.set(key, limit);
  try {
    return await limit(async () => {
      // Between the turns of somebody who asks for much, everybody else gets theirs. One client that
      // sends as fast as it is answered has nothing waiting, and takes as much.
      if (asksOften(key) || limit.pendingCount > 0) await pause(breath);
      return work();
    });
  } finally {
    if (limit.activeCount + limit.pendingCount === 0) limits.delete(key);
  }
}

/**
 * Answers when it is this client's turn.
 * @param signal aborted when the client goes away: then nothing is done any more
 * @returns the answer, or 429 with Retry-After when as many wait already as may
 */
export function withinLimits(
  claim: Claim & { signal: AbortSignal },
  answer: () => Promise<Response>,
): Promise<Response> {
  const answered = Promise.withResolvers<Response>();
  const turn = takeTurn(claim, async () => {
    const response = claim.signal.aborted ? clientClosed() : await answer();
    const { body, isOver } =
      lastsWhileRead(claim.kind) && response.body ? watched(response.body) : wholeAtOnce;
    answered.resolve(body ? new Response(body, response) : response);
    await isOver;
    return response;
  });
  turn.then(
    (response) => (response ? undefined : answered.resolve(tooManyRequests())),
    answered.reject,
  );
  return answered.promise;
}

/** A client has more under way than it may: noted once an hour, however often it asks again. */
const noteOverload = (kind: RequestKind, of: Claim['of']) =>
  noteRepeatedEvent({
    event: 'load.refuse',
    outcome: 'refused',
    detail: kind,
    ...('address' in of ? { network: of.address } : { userId: of.account }),
  });

const wholeAtOnce = { body: null, isOver: Promise.resolve() };

/** Seconds after which a client that asked for too much at a time may ask again. */
const wait = '5';

/** Milliseconds that a refusal takes, so that asking again and again costs us little. */
const delay = 1_000;

/** RFC 6585, section 4. */
export async function tooManyRequests(): Promise<Response> {
  noteRefusal();
  await pause(delay);
  return new Response('Too many requests at a time. Please try again in a few seconds.', {
    status: 429,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': wait,
    },
  });
}

/** Nobody reads it. */
const clientClosed = () => new Response(null, { status: 408 });

/** The same bytes, and when they have all been read or given up. */
function watched(source: ReadableStream<Uint8Array>) {
  const over = Promise.withResolvers<void>();
  const reader = source.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        over.resolve();
        controller.close();
      } catch (error) {
        over.resolve();
        controller.error(error);
      }
    },
    async cancel(reason) {
      over.resolve();
      await reader.cancel(reason);
    },
  });
  return { body, isOver: over.promise };
}
