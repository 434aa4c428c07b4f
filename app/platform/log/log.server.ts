import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, stdSerializers } from 'pino';
import { config } from '~/config/config.server';
import { withoutValues } from './without-values';

export type RequestScope = {
  requestId: string;
  userId?: string;
  method?: string;
  /** The network address of who asks; for security events only, no line has it by itself. */
  client?: string;
  /** The pattern of the address, such as /news/:slug; asked for only when a line is written. */
  routeOf?: () => string;
  /** What went wrong so far; written with the status once that is known. */
  errors?: unknown[];
  /** Refused on purpose for now, whatever its status says. */
  isRefused?: boolean;
  /** The id of the outage that this request met, which its answer shows in place of its own. */
  outageId?: string;
};

const scope = new AsyncLocalStorage<RequestScope>();

/** Runs `work` so that every log line written within carries the request's id, method and route. */
export function withRequestScope<T>(values: RequestScope, work: () => T): T {
  return scope.run(values, work);
}

/** The request under way; undefined in jobs. */
export const requestScope = (): RequestScope | undefined => scope.getStore();

/** Adds the user's id to the log lines of the present request. Never an e-mail address. */
export function noteUser(userId: string): void {
  const values = scope.getStore();
  if (values) values.userId = userId;
}

export function currentRequestId(): string | undefined {
  return scope.getStore()?.requestId;
}

/** What every line of a request says of it. */
function scopeFields(): Record<string, string | undefined> {
  const values = scope.getStore();
  if (!values) return {};
  const { requestId, method, routeOf, userId } = values;
  return { requestId, method, route: routeOf?.(), userId };
}

/** The present request is refused because enough of its kind are under way: nothing is wrong. */
export function noteRefusal(): void {
  const values = scope.getStore();
  if (values) values.isRefused = true;
}

/**
 * An error of ours: with a request it is logged together with the status of the answer, without one
 * at once.
 */
export function noteError(error: unknown): void {
  const values = scope.getStore();
  if (values) values.errors = [...(values.errors ?? []), error];
  else log().error({ err: error }, 'failed');
}

const forLog = (error: unknown) => (error instanceof Error ? stdSerializers.err(error) : error);

let logger: pino.Logger | undefined;

/** Structured log, one JSON object a line on standard output. */
export function log(): pino.Logger {
  logger ??= pino({
    level: config().server.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: (error: unknown) => forLog(withoutValues(error)) },
    mixin: scopeFields,
    redact: {
      paths: [
        'email',
        'password',
        'token',
        'cookie',
        'authorization',
        '*.email',
        '*.password',
        '*.token',
      ],
      censor: '[removed]',
    },
  });
  return logger;
}
