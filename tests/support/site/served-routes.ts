import { createServer, request } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { z } from 'zod';
import { identify } from '~/layout/guards/identify.server';
import { createApp } from '../../../server/app';
import routes from '../../../app/routes';
import { asking } from './asking';

const origin = 'https://association.example';
const modules = import.meta.glob<object>('../../../app/**/*.route.{ts,tsx}');

type Node = RouteObject & { file: string; children?: Node[] };

/** The site map as a tree that addresses can be looked up in. */
function nodeOf(entry: RouteConfigEntry): Node {
  const { file, path, index } = entry;
  if (index) return { id: file, file, path, index };
  const children = (entry.children ?? []).map(nodeOf);
  return { id: file, file, path, children };
}
const tree = routes.map(nodeOf);

const parseBuild = z.custom<ServerBuild>((value) => typeof value === 'object');

/** The routes behind these addresses, with the guards above them, as the server runs them. */
export async function buildOf(addresses: readonly string[]): Promise<ServerBuild> {
  const found: Record<string, object> = {
    root: { id: 'root', path: '', module: { default: () => null, middleware: [identify] } },
  };
  for (const address of addresses) {
    let parentId = 'root';
    for (const { route: node } of matchRoutes(tree, new URL(address, origin).pathname) ?? []) {
      // One file may answer at several addresses.
      const id = `${parentId} ${node.file} ${node.path}`;
      const module = await modules[`../../../app/${node.file}`]?.();
      // What is shown does not matter here, only what is done for it; without it, it is no page.
      const page = module && 'default' in module ? { default: () => null } : {};
      const kept = { ...module, ...page, ErrorBoundary: undefined };
      found[id] = { id, parentId, path: node.path, index: node.index, module: kept };
      parentId = id;
    }
  }
  const manifest = Object.fromEntries(
    Object.keys(found).map((id) => [id, { id, module: '', hasLoader: true }]),
  );
  return parseBuild.parse({
    entry: {
      module: {
        default: (_request: Request, status: number, headers: Headers) =>
          new Response('a page', { status, headers }),
        handleError: () => undefined,
      },
    },
    routes: found,
    assets: { entry: { imports: [], module: '' }, routes: manifest, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    // The proxy in front speaks https.
    allowedActionOrigins: ['association.example'],
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '' },
  });
}

/** The application with the routes behind these addresses, asked without a network. */
export async function askingRoutes(addresses: readonly string[]) {
  const build = await buildOf(addresses);
  return asking(createApp({ build: () => build, mode: 'production' }));
}

type Answered = { status: number; location: string | null; cookies: string[] };
type Asked = { method?: string; cookie?: string; form?: Record<string, string> };

/** The application on a port of its own, asked as a program asks: it is not led on by itself. */
export async function serveRoutes(build: ServerBuild) {
  const app = createApp({ build: () => build, mode: 'production' });
  const answer = getRequestListener(app.fetch);
  const server = createServer((asked, response) => void answer(asked, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    port,
    /** @param link an address of the site, or a path */
    ask: (link: string, { method = 'GET', cookie, form }: Asked = {}) =>
      new Promise<Answered>((resolve, reject) => {
        const { pathname, search, host } = new URL(link, origin);
        const headers = {
          Host: host,
          Origin: origin,
          ...(cookie ? { Cookie: cookie } : {}),
          ...(form ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
        };
        const path = pathname + search;
        const sent = request({ port, path, method, headers, agent: false }, (response) => {
          response.resume();
          response.once('error', reject);
          response.once('end', () => {
            const { statusCode: status = 0 } = response;
            const { location = null, 'set-cookie': cookies = [] } = response.headers;
            resolve({ status, location, cookies });
          });
        }).once('error', reject);
        sent.end(form && new URLSearchParams(form).toString());
      }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
