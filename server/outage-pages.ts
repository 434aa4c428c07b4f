import { data, type MiddlewareFunction, type ServerBuild } from 'react-router';
import { isOutage } from '~/outage.server';
import { currentRequestId, log } from '~/platform/log.server';
import { withHandlers } from './with-handlers';

/**
 * The same routes, in which an outage of the database or the file store, wherever it is met, is
 * the page that says so, with 503 and the id of the request.
 */
export function withOutagePages(build: ServerBuild): ServerBuild {
  return withHandlers(build, ({ loader, action, middleware }) => ({
    loader: loader && guard(loader),
    action: action && guard(action),
    middleware: middleware?.map(guardStep),
  }));
}

function guard<Args, Answer>(
  answer: (args: Args) => Answer | Promise<Answer>,
): (args: Args) => Promise<Answer> {
  return async (args) => {
    try {
      return await answer(args);
    } catch (error) {
      throw sayOutage(error);
    }
  };
}

function guardStep(step: MiddlewareFunction<Response>): MiddlewareFunction<Response> {
  return async (args, next) => {
    try {
      return await step(args, next);
    } catch (error) {
      throw sayOutage(error);
    }
  };
}

function sayOutage(error: unknown): unknown {
  if (!isOutage(error)) return error;
  log().error({ err: error }, 'not available');
  return data(
    { requestId: currentRequestId() },
    { status: 503, statusText: 'Service Unavailable', headers: { 'Retry-After': '5' } },
  );
}
