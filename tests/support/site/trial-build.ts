import type { EntryContext, RouterContextProvider, ServerBuild } from 'react-router';
import { z } from 'zod';
import { actorContext } from '~/policy/actor';
import { listBoard } from '~/features/content/board/board.server';
import { getEvent } from '~/features/events/events.server';
import { getNewsItem } from '~/features/content/news/news.server';
import { languageContext } from '~/i18n/language.server';
import { adminGuard } from '~/layout/guards/guards.server';
import { withShownEntries } from '~/site/menu/shown-entries.server';
import { askedLanguage } from '~/site/page-links';
import { publicConfig } from '~/site/public-config.server';
import { requestFactsContext } from '~/policy/request-context';
import { identify } from '~/layout/guards/identify.server';

/** What the trial site is asked to do next, and how often it was asked. */
export type Trial = {
  renders: number;
  /** Awaited in the middle of making a page, after its content was read. */
  beforeEnd?: () => Promise<void>;
  isFailing?: boolean;
};

type Asked = Context & { request: Request };
type Context = { context: Readonly<RouterContextProvider>; params: { slug?: string } };

const cache = { tags: ['news'] };

/**
 * A small site with the real root middleware, guard and content, whose pages say who asked, for
 * the tests of what stands in front of it.
 */
export function trialBuild(trial: Trial): ServerBuild {
  async function newsPage({ context, params }: Context): Promise<string> {
    trial.renders += 1;
    if (trial.isFailing) throw new Error('out of order');
    const item = await getNewsItem(
      context.get(actorContext),
      params.slug ?? '',
      context.get(languageContext),
    ).catch((error: unknown) => {
      throw isNotFound(error) ? new Response('gone', { status: 404 }) : error;
    });
    await trial.beforeEnd?.();
    return item.title;
  }

  const menu = async () => (await withShownEntries(publicConfig('en'))).menu;

  /** The document: who asked, in which language, what was loaded, with a script of its own. */
  function document(
    request: Request,
    status: number,
    headers: Headers,
    router: EntryContext,
    context: RouterContextProvider,
  ): Response {
    const { nonce, requestId, clientAddress } = context.get(requestFactsContext);
    const actor = context.get(actorContext);
    const facts = JSON.stringify({
      actor: actor.id === null ? 'visitor' : actor.email,
      language: context.get(languageContext),
      loaded: router.staticHandlerContext.loaderData,
      url: request.url,
      clientAddress,
      requestHeaders: [...request.headers],
      filler: 'filler '.repeat(400),
    });
    headers.set('Content-Type', 'text/html; charset=utf-8');
    const scripts = `<script nonce="${nonce}">run("${requestId}")</script><script>injected()</script>`;
    return new Response(`<!doctype html>${scripts}<pre>${facts}</pre>`, { status, headers });
  }

  const page = { default: () => null };
  const routes = {
    root: { id: 'root', path: '', module: { ...page, middleware: [identify], loader: menu } },
    home: child('home', '', { handle: { cache }, loader: () => (trial.renders += 1) }),
    news: child('news', 'news/:slug', { handle: { cache }, loader: newsPage }),
    list: child('list', 'list', {
      handle: { cache: { tags: ['news'], query: ['year'] } },
      loader: ({ request }: { request: Request }) => request.url,
    }),
    event: child('event', 'events/:slug', {
      handle: { cache: { tags: ['events'], query: ['language'] } },
      loader: ({ context, params, request }: Asked) =>
        getEvent(context.get(actorContext), params.slug ?? '', askedLanguage(request) ?? 'en'),
    }),
    about: child('about', 'about', {
      handle: { cache: { tags: ['pages'] } },
      loader: ({ context }: Asked) =>
        listBoard(context.get(actorContext), context.get(languageContext)),
    }),
    plain: child('plain', 'plain', { loader: () => (trial.renders += 1) }),
    form: child('form', 'form', { handle: { cache }, action: () => null, loader: () => null }),
    cookie: child('cookie', 'cookie', {
      handle: { cache },
      headers: ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders,
      loader: () => new Response('{}', { headers: { 'Set-Cookie': 'a=b' } }),
    }),
    personal: child('personal', 'personal', {
      handle: { cache },
      loader: () => null,
      headers: () => ({ 'Cache-Control': 'private' }),
    }),
    moved: child('moved', 'moved', {
      handle: { cache },
      loader: () => {
        throw new Response(null, { status: 301, headers: { Location: '/news/other' } });
      },
    }),
    guard: { id: 'guard', parentId: 'root', module: { ...page, middleware: [adminGuard] } },
    secret: {
      ...child('secret', 'secret', { handle: { cache }, loader: () => 'the secret' }),
      parentId: 'guard',
    },
  };

  function child(id: string, path: string, module: object) {
    return {
      id,
      parentId: 'root',
      path,
      index: path === '' || undefined,
      module: { ...page, ...module },
    };
  }

  const manifestRoutes = Object.fromEntries(
    Object.values(routes).map(({ id }) => [id, { id, module: '', hasLoader: true }]),
  );
  return parseBuild.parse({
    entry: { module: { default: document, handleError: () => undefined } },
    routes,
    assets: { entry: { imports: [], module: '' }, routes: manifestRoutes, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '' },
  });
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'error.not-found';
}

const parseBuild = z.custom<ServerBuild>((value) => typeof value === 'object');
