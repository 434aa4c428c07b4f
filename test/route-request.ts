import { RouterContextProvider } from 'react-router';
import { type Actor, actorContext } from '~/actor';
import { site } from './asking';

type RequestOf<Params, Pattern> = {
  actor: Actor;
  pattern: Pattern;
  params: Params;
  /** What a form sends; absent, the page is only looked at. */
  form?: Record<string, string> | FormData;
  /** Other headers of the browser. */
  headers?: HeadersInit;
};

/** What the router hands to a loader or an action. */
export function routeRequest<Params, Pattern extends string>({
  actor,
  pattern,
  params,
  form,
  headers,
}: RequestOf<Params, Pattern>) {
  const context = new RouterContextProvider();
  context.set(actorContext, actor);
  const url = new URL(pattern, site);
  const body = form instanceof FormData ? form : new URLSearchParams(form);
  const sent = form && { method: 'POST', body };
  return { request: new Request(url, { ...sent, headers }), url, pattern, params, context };
}

/** The HTTP status that an answer of an action or what it throws stands for; 500 for a failure. */
export async function statusOf(answer: Promise<unknown>): Promise<number> {
  const found: unknown = await answer.catch((thrown: unknown) => thrown);
  if (found instanceof Response) return found.status;
  if (typeof found !== 'object' || found === null || found instanceof Error) return 500;
  const init = 'init' in found ? found.init : undefined;
  const status = typeof init === 'object' && init !== null && 'status' in init ? init.status : 200;
  return typeof status === 'number' ? status : 200;
}
