import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const oneYear = 365 * 24 * 3600;

/**
 * The built files: those under /assets carry a content hash in their name and never change; the
 * others (favicon, logo) are asked for again after an hour. Compressed copies are made by the build.
 * @param folder the client build, e.g. `build/client`
 */
export function staticFiles(folder: string): Hono {
  const app = new Hono();
  app.use(
    '/assets/*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_path, context) =>
        context.header('Cache-Control', `public, max-age=${oneYear}, immutable`),
    }),
  );
  app.use(
    '/*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_path, context) => context.header('Cache-Control', 'public, max-age=3600'),
    }),
  );
  return app;
}
