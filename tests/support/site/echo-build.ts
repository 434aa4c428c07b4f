import { type LoaderFunctionArgs, redirect, type ServerBuild } from 'react-router';
import { z } from 'zod';
import { requestFactsContext } from '~/policy/request-context';

/**
 * Stands in for React Router's build where the HTTP layer around it is tested: one route that
 * tells what has reached it. `/fails` throws, `/moved` redirects, `/missing` answers 404, `/large`
 * answers with much text, `/no-form` takes none, `/status/409` answers 409, `/page` is a page with a form.
 */
async function echo({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url);
  if (pathname === '/fails') throw new Error('secret detail of the failure');
  if (pathname === '/moved') return redirect('/elsewhere');
  if (pathname === '/large') return new Response('abcdefgh'.repeat(1000));
  const { nonce, requestId, clientAddress } = context.get(requestFactsContext);
  const body = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text();
  return Response.json(
    {
      method: request.method,
      path: pathname,
      origin,
      search,
      nonce,
      requestId,
      clientAddress,
      length: body.length,
      cookie: request.headers.get('cookie'),
    },
    { status: statusOf(pathname) },
  );
}

function statusOf(pathname: string): number {
  if (pathname === '/missing') return 404;
  if (pathname === '/no-form') return 405;
  return Number(/^\/status\/(\d{3})$/.exec(pathname)?.[1] ?? 200);
}

/** Its type asks for a component, which a route that only answers has not. */
const parseBuild = z.custom<ServerBuild>((value) => typeof value === 'object');

export const echoBuild = parseBuild.parse({
  entry: {
    module: { default: () => new Response('a page'), handleError: () => undefined },
  },
  routes: {
    echo: { id: 'echo', path: '*', module: { loader: echo, action: echo } },
    page: { id: 'page', path: 'page', module: { default: () => null, action: () => null } },
  },
  assets: {
    entry: { imports: [], module: '' },
    routes: { page: { id: 'page', module: '', hasAction: true } },
    url: '',
    version: '',
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '' },
});
