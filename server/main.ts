import { join } from 'node:path';
import { config } from '~/config/config.server';
import { nextPublicChange } from '~/features/content/pages/public-moments.server';
import { buildVersion } from '~/config/build-version';
import { projectRoot } from '~/config/project-root.server';
import { log } from '~/platform/log/log.server';
import { withAccessLog } from './log/access-log';
import { sendConsoleToLog } from './log/console-log';
import { runAdminCommand } from './admin/admin';
import { createApp } from './app';
import { tellOfUnusableServices } from './admin/check-services';
import { listen } from './start/listen';
import { withMetrics } from './log/metrics';
import { cacheableRoutes } from './page-cache/cacheable-routes';
import { NextChanges } from './page-cache/next-changes';
import { PageCache } from './page-cache/page-cache';
import { pageHandler } from './page-handler';
import { routePatterns } from './security/route-patterns';
import { notifyServiceManager } from './start/service-manager';
import { startDatabase, startPlatform, stopPlatform } from './start/platform';
import { startProblem } from './start/start-problem';

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
  if (process.argv[2] !== undefined) {
    const words = process.argv.slice(2).join(' ');
    process.stderr.write(
      `"${words}" is not understood; commands begin with "admin": admin ${words}\n`,
    );
    process.exitCode = 2;
    return;
  }
  sendConsoleToLog(console);
  log().info(`Version ${buildVersion ?? 'unknown'} on Node ${process.versions.node}`);
  await startPlatform();
  const build = () => import('virtual:react-router/server-build');
  const { next: nextChange } = new NextChanges(nextPublicChange);
  const app = createApp({
    build,
    mode: 'production',
    clientFolder: join(projectRoot(), 'build/client'),
  });
  const served = await build();
  const patternOf = routePatterns(served);
  const cachePolicyOf = cacheableRoutes(served);
  const pageCache = config().flags.pageCache
    ? new PageCache({
        render: pageHandler(build, 'production'),
        cachePolicyOf: () => Promise.resolve(cachePolicyOf),
        nextChange,
        patternOf,
      })
    : undefined;
  const fromMemory = pageCache?.answer.bind(pageCache);
  const { metrics, accessLog } = config().flags;
  const counted = metrics ? withMetrics(fromMemory) : fromMemory;
  const before = accessLog ? withAccessLog(counted, patternOf) : counted;
  await listen(app, { onStop: stopPlatform, before });
  notifyServiceManager();
  await tellOfUnusableServices();
}

// What is written is for the user that the site runs as alone, documents and backups included.
process.umask(0o077);

try {
  config();
  await main();
} catch (error) {
  const unknown = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${startProblem(error) ?? unknown}\n`);
  await stopPlatform().catch(() => undefined);
  process.exit(1);
}
