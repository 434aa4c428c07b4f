import { randomUUID } from 'node:crypto';
import { log, requestScope } from './log.server';

/** Milliseconds between two lines about an outage that goes on. */
const interval = 60_000;

type Outage = {
  id: string;
  since: number;
  /** Since the last line, by reason. */
  reasons: Map<string, number>;
  /** Since the beginning. */
  total: number;
  timer: NodeJS.Timeout;
};

let current: Outage | undefined;

/**
 * Notes that something could not be done because the database, the file store or the disk is away.
 * The first of an outage is a line at once; the following are counted, and the number is a line each
 * minute. A minute without any ends the outage.
 * @returns the id that the first line carries, for the answer to show
 */
export function noteOutage(error: unknown): string {
  const request = requestScope();
  current ??= begin(error, request?.requestId);
  current.total += 1;
  const reason = reasonOf(error);
  current.reasons.set(reason, (current.reasons.get(reason) ?? 0) + 1);
  if (request) request.outageId = current.id;
  return current.id;
}

function begin(error: unknown, requestId: string = randomUUID()): Outage {
  const status = requestScope() ? { status: 503 } : {};
  log().error({ err: error, outage: requestId, ...status }, 'not available');
  return {
    id: requestId,
    since: Date.now(),
    reasons: new Map(),
    total: 0,
    timer: setInterval(summarise, interval).unref(),
  };
}

function summarise(): void {
  if (!current) return;
  const { id: outage, since, reasons, total, timer } = current;
  const seconds = Math.round((Date.now() - since) / 1_000);
  const count = [...reasons.values()].reduce((sum, number) => sum + number, 0);
  if (count > 0) {
    const facts = { outage, seconds, count, total, reasons: Object.fromEntries(reasons) };
    log().error(facts, 'still not available');
    reasons.clear();
    return;
  }
  log().warn({ outage, seconds, total }, 'available again');
  clearInterval(timer);
  current = undefined;
}

/** Writes what has been counted so far, since the process ends. */
export function endOutageLog(): void {
  if (!current) return;
  if (current.reasons.size > 0) summarise();
  clearInterval(current.timer);
  current = undefined;
}

/** The code or the words of what lies at the bottom, which hold no values of anybody. */
function reasonOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string' && error.cause === undefined) {
    return error.code;
  }
  if (error.cause instanceof Error && depth < 6) return reasonOf(error.cause, depth + 1);
  return error.message.slice(0, 100);
}
