import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, stdSerializers } from 'pino';
import { config } from '~/config.server';
import { withoutValues } from '~/lib/without-values';

export type RequestScope = { requestId: string; userId?: string };

const scope = new AsyncLocalStorage<RequestScope>();

/** Runs `work` so that every log line written within carries the request's id. */
export function withRequestScope<T>(values: RequestScope, work: () => T): T {
  return scope.run(values, work);
}

/** Adds the user's id to the log lines of the present request. Never an e-mail address. */
export function noteUser(userId: string): void {
  const values = scope.getStore();
  if (values) values.userId = userId;
}

export function currentRequestId(): string | undefined {
  return scope.getStore()?.requestId;
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
    mixin: () => ({ ...scope.getStore() }),
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
