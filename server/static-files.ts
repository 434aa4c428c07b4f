import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';

const oneYear = 365 * 24 * 3600;

/**
 * The built files: those under /assets carry a content hash in their name and never change; the
 * others (favicon, logo) are asked for again after an hour. Compressed copies are made by the build.
 * @param folder the client build, e.g. `build/client`
 */
export function staticFiles(folder: string): Hono {
  const app = new Hono();
  app.use('/assets/*', files(folder, `public, max-age=${oneYear}, immutable`));
  app.use('/*', files(folder, 'public, max-age=3600'));
  return app;
}

function files(folder: string, cacheControl: string): MiddlewareHandler {
  const serve = serveStatic({ root: folder, precompressed: true });
  return async (context, next) => {
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') return next();
    let isFile = true;
    const answer = await serve(context, () => {
      isFile = false;
      return next();
    });
    if (isFile) answer?.headers.set('Cache-Control', cacheControl);
    return answer;
  };
}
