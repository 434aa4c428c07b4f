import { join } from 'node:path';
import { RouterContextProvider } from 'react-router';
import { type Actor, actorContext } from '~/policy/actor';
import type { Language } from '~/config/config.server';
import { languageContext } from '~/i18n/language.server';
import { projectRoot } from '~/config/project-root.server';
import { patterns } from '../../e2e/steps/site-map';
import { site } from './asking';

type RequestOf = {
  actor: Actor;
  /** As in app/routes.ts, with a leading slash. */
  pattern: string;
  params?: Record<string, string>;
  /** What a form sends; absent, the page is only looked at. */
  form?: Record<string, string> | FormData;
  /** The address, where it says more than the pattern. */
  address?: string;
  headers?: HeadersInit;
  /** The reader's; absent, that of the site. */
  language?: Language;
};

/**
 * Asks a route as the router does, without rendering anything.
 * @returns what its loader, or with a form its action, has answered
 */
export async function askRoute(asked: RequestOf): Promise<unknown> {
  const { actor, pattern, params = {}, form, address = pattern, headers, language } = asked;
  const file = patterns.find(({ text }) => text === pattern)?.file;
  if (!file) throw new Error(`There is no route ${pattern}`);
  const module: Record<string, unknown> = await import(join(projectRoot(), 'app', file));
  const context = new RouterContextProvider();
  context.set(actorContext, actor);
  if (language) context.set(languageContext, language);
  const url = new URL(address, site);
  const body = form instanceof FormData ? form : new URLSearchParams(form);
  const request = new Request(url, { ...(form && { method: 'POST', body }), headers });
  const part = module[form ? 'action' : 'loader'];
  if (typeof part !== 'function') throw new Error(`${pattern} does not answer that`);
  return Reflect.apply(part, undefined, [{ request, url, pattern, params, context }]);
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
