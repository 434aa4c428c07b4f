import { join } from 'node:path';
import { ConfigError, config } from '~/config.server';
import { nextPublicMoment } from '~/features/pages/public-moments.server';
import { projectRoot } from '~/lib/project-root.server';
import { Refusal } from '~/lib/refusal';
import { runAdminCommand } from './admin';
import { createApp } from './app';
import { KeptData } from './kept-data';
import { keptRoutes } from './kept-routes';
import { listen } from './listen';
import { withMetrics } from './metrics';
import { NextMoments } from './next-moments';
import { PageCache } from './page-cache';
import { pageHandler } from './page-handler';
import { startDatabase, startPlatform, stopPlatform } from './platform';

async function main(): Promise<void> {
  if (process.argv[2] === 'migrate') {
    await startDatabase();
    await stopPlatform();
    process.stdout.write('The database is up to date.\n');
    return;
  }
  if (process.argv[2] === 'admin') {
    process.exitCode = await runAdminCommand(process.argv.slice(3));
    return;
  }
  await startPlatform();
  const build = () => import('virtual:react-router/server-build');
  const { next: nextMoment } = new NextMoments(nextPublicMoment);
  const keptData = config().flags.dataCache ? new KeptData(nextMoment) : undefined;
  const app = createApp({
    build,
    keptData,
    mode: 'production',
    clientFolder: join(projectRoot(), 'build/client'),
  });
  const keepingOf = build().then(keptRoutes);
  const pageCache = config().flags.pageCache
    ? new PageCache({
        render: pageHandler(build, 'production', keptData),
        keepingOf: () => keepingOf,
        nextMoment,
      })
    : undefined;
  const fromMemory = pageCache?.answer.bind(pageCache);
  const before = config().flags.metrics ? withMetrics(fromMemory) : fromMemory;
  await listen(app, { onStop: stopPlatform, before });
}

try {
  config();
  await main();
} catch (error) {
  const isForPerson =
    error instanceof Error &&
    (error instanceof ConfigError ||
      error instanceof Refusal ||
      'reason' in error ||
      'code' in error);
  process.stderr.write(
    `${isForPerson ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  await stopPlatform().catch(() => undefined);
  process.exit(1);
}
