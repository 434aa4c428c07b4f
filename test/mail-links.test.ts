import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pool } from '~/db/db.server';
import { translations } from '~/i18n/translations.server';
import { projectRoot } from '~/lib/project-root.server';
import { identify } from '~/root.server';
import { createApp } from '../server/app';
import routes from '../app/routes';
import { configure } from './configure';
import { mailsOf } from './every-mail';
import { outboxMails } from './outbox';

/** What the gateways of courts do: they open every link of every mail, again and again. */
const times = 5;
const origin = 'https://association.example';
const site = 'Judges';

const modules = import.meta.glob<object>('../app/**/*.route.{ts,tsx}');

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
async function buildOf(addresses: readonly string[]): Promise<ServerBuild> {
  const found: Record<string, object> = {
    root: { id: 'root', path: '', module: { default: () => null, middleware: [identify] } },
  };
  for (const address of addresses) {
    let parentId = 'root';
    for (const { route: node } of matchRoutes(tree, new URL(address).pathname) ?? []) {
      const id = `${parentId} ${node.file}`;
      const module = await modules[`../app/${node.file}`]?.();
      // What is shown does not matter here, only what is done for it.
      const kept = { ...module, default: () => null, ErrorBoundary: undefined };
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
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '' },
  });
}

/** The application on a port of its own, asked as a robot asks: without cookies, not led on. */
async function serve(build: ServerBuild) {
  const app = createApp({ build: () => build, mode: 'production' });
  const server = createServer((request, response) => void answer(request, response));
  const answer = getRequestListener(app.fetch);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    ask: async (link: string, method: string) => {
      const own = `http://127.0.0.1:${port}${link.slice(origin.length)}`;
      const answered = await fetch(own, { method, redirect: 'manual' });
      await answered.arrayBuffer();
      return answered.status;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** All that the database holds, the queue of jobs included: a fingerprint of each table. */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const held: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool().query<{ print: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${name} t`,
    );
    held[name] = rows[0]?.print ?? '';
  }
  return held;
}

type Sent = Awaited<ReturnType<typeof outboxMails>>[number];

/** The links in both parts of a mail and in its headers. */
function linksIn({ text, html, headers }: Sent): string[] {
  const hrefs = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const listed = Object.values(headers).flatMap((value) => value.match(/https:[^>\s]+/g) ?? []);
  const typed = text.match(/https?:\/\/[^\s<>)]+/g) ?? [];
  return [...hrefs, ...listed, ...typed].filter((link) => link.startsWith(origin));
}

const files = readdirSync(join(projectRoot(), 'app/features'), { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.email.tsx'));

let mails: Sent[];
beforeAll(async () => {
  configure({ ASSOCIATION_SHORT_NAME: site });
  for (const write of Object.values(mailsOf)) await write();
  mails = await outboxMails();
}, 120_000);

describe('every mail there is', () => {
  test('is among those whose links are opened here', () => {
    expect(Object.keys(mailsOf).toSorted()).toEqual(files.toSorted());
    const keys = Object.keys(translations.en).filter((key) => /^mail\..+\.subject$/.test(key));
    const subjects = new Set(mails.map(({ subject }) => subject));
    const texts: Record<string, string> = translations.en;
    const missing = keys.filter((key) => {
      const pattern = (texts[key] ?? '').replaceAll('{{site}}', site);
      const isCounted = pattern.includes('{{');
      return isCounted
        ? ![...subjects].some((one) => one.startsWith(pattern.split('{{')[0] ?? ''))
        : !subjects.has(pattern);
    });
    expect(keys.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });

  test('has links that change nothing, however often a robot opens them', async () => {
    const links = [...new Set(mails.flatMap(linksIn))];
    expect(links.length).toBeGreaterThan(25);
    const build = await buildOf([...links, `${origin}/login`, `${origin}/agreement`]);
    const { ask, stop } = await serve(build);
    const before = await everything();
    const statuses: Record<string, number> = {};
    for (const link of links) {
      for (let time = 0; time < times; time += 1) {
        for (const method of ['GET', 'HEAD']) {
          const status = await ask(link, method);
          expect(statuses[link] ?? status, `${method} ${link}`).toBe(status);
          statuses[link] = status;
        }
      }
    }
    // Pages, the way to the sign-in, and the one link that was used when these mails were made: no
    // link was a dead one, which would prove nothing.
    expect(
      Object.entries(statuses).filter(([, status]) => ![200, 302, 410].includes(status)),
    ).toEqual([]);
    expect(Object.values(statuses).filter((status) => status === 410)).toHaveLength(1);
    expect(await everything()).toEqual(before);
    await stop();
  }, 120_000);
});
