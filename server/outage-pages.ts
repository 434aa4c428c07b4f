import { data, type MiddlewareFunction, type ServerBuild } from 'react-router';
import { noteFailure } from '~/answers/failure.server';
import { recordServerError } from '~/features/telemetry/error-tracking/error-tracking.server';
import { isOutage } from '~/answers/outage.server';
import { withHandlers } from './with-handlers';

/**
 * The same routes, in which what goes wrong, wherever it is met, is an error page with the id under
 * which the log has it: 503 for an outage of the database or the file store, else 500.
 */
export function withOutagePages(build: ServerBuild): ServerBuild {
  return withHandlers(build, ({ loader, action, middleware }) => ({
    loader: loader && guard(loader),
    action: action && guard(action),
    middleware: middleware?.map(guardStep),
  }));
}

type Asked = { request: Request };

function guard<Args extends Asked, Answer>(
  answer: (args: Args) => Answer | Promise<Answer>,
): (args: Args) => Promise<Answer> {
  return async (args) => {
    try {
      return await answer(args);
    } catch (error) {
      throw sayFailure(error, args);
    }
  };
}

function guardStep(step: MiddlewareFunction<Response>): MiddlewareFunction<Response> {
  return async (args, next) => {
    try {
      return await step(args, next);
    } catch (error) {
      throw sayFailure(error, args);
    }
  };
}

function sayFailure(error: unknown, { request }: Asked): unknown {
  // What is thrown to be shown, and what a browser has broken off.
  if (!(error instanceof Error) || request.signal.aborted) return error;
  const requestId = noteFailure(error);
  if (isOutage(error)) {
    const about = { status: 503, statusText: 'Service Unavailable' };
    return data({ requestId }, { ...about, headers: { 'Retry-After': '5' } });
  }
  void recordServerError('server', error, { url: new URL(request.url).pathname, requestId });
  return data({ requestId }, { status: 500, statusText: 'Internal Server Error' });
}
