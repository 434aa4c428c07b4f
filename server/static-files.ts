import { readdirSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';

const oneYear = 365 * 24 * 3600;

/**
 * The built files: those under /assets carry a content hash in their name and never change; the
 * others (favicon, logo) are asked for again after an hour. Compressed copies are made by the build.
 * @param folder the client build, e.g. `build/client`, which stays as it is while the server runs
 */
export function staticFiles(folder: string): Hono {
  const app = new Hono();
  const known = pathsIn(folder);
  app.use('/assets/*', files(folder, known, `public, max-age=${oneYear}, immutable`));
  app.use('/*', files(folder, known, 'public, max-age=3600'));
  return app;
}

/** The paths at which the files are asked for: pages need not look for a file of their name. */
function pathsIn(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [...relative(folder, parentPath).split(sep), name]);
  return new Set(paths.map((parts) => `/${parts.filter(Boolean).join('/')}`));
}

function files(
  folder: string,
  known: ReadonlySet<string>,
  cacheControl: string,
): MiddlewareHandler {
  const serve = serveStatic({ root: folder, precompressed: true });
  return async (context, next) => {
    const { method, path } = context.req;
    if ((method !== 'GET' && method !== 'HEAD') || !known.has(path)) return next();
    let isFile = true;
    const answer = await serve(context, () => {
      isFile = false;
      return next();
    });
    if (isFile) answer?.headers.set('Cache-Control', cacheControl);
    return answer;
  };
}
