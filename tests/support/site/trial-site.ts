import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp } from '../../../server/app';
import { cacheableRoutes } from '../../../server/page-cache/cacheable-routes';
import { PageCache, type PageCacheParts } from '../../../server/page-cache/page-cache';
import { pageHandler } from '../../../server/page-handler';
import { nextPublicChange } from '~/features/content/pages/public-moments.server';
import { type Trial, trialBuild } from './trial-build';

export type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string };
export type Ask = { headers?: Record<string, string>; method?: string };

/** A node of the trial site on a port of its own, with the page cache in front. */
export async function startTrialSite(parts: Partial<PageCacheParts> = {}) {
  const trial: Trial = { renders: 0 };
  const build = trialBuild(trial);
  const answer = getRequestListener(createApp({ build: () => build, mode: 'production' }).fetch);
  const cachePolicyOf = cacheableRoutes(build);
  const cache = new PageCache({
    render: pageHandler(() => build, 'production'),
    cachePolicyOf: async () => cachePolicyOf,
    nextChange: nextPublicChange,
    ...parts,
  });
  const server = createServer((request, response) =>
    cache.answer(request, response, () => void answer(request, response)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    trial,
    cache,
    /** Asks with exactly this path and these headers, and gives back the bytes as they came. */
    ask: (path: string, { headers = {}, method = 'GET' }: Ask = {}) =>
      new Promise<Answer>((resolve, reject) => {
        get({ port, path, headers, method, agent: false }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            const bytes = Buffer.concat(chunks);
            const { statusCode: status = 0 } = response;
            resolve({ status, headers: response.headers, bytes, text: bytes.toString() });
          });
        }).once('error', reject);
      }),
    stop: async () => {
      cache.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type TrialSite = Awaited<ReturnType<typeof startTrialSite>>;
