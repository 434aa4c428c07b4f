import { join } from 'node:path';
import { ConfigError, config } from '~/config.server';
import { checkFiles } from '~/features/file-check/file-check.server';
import { jobs } from '~/jobs.server';
import { projectRoot } from '~/lib/project-root.server';
import { startJobQueue } from '~/platform/job-queue.server';
import { createApp } from './app';
import { listen } from './listen';
import { startDatabase, startPlatform, stopPlatform } from './platform';

async function main(): Promise<void> {
  if (process.argv[2] === 'migrate') {
    await startDatabase();
    await stopPlatform();
    process.stdout.write('The database is up to date.\n');
    return;
  }
  if (process.argv[2] === 'check-files') {
    await startDatabase();
    await startJobQueue(jobs, { work: false });
    // Nothing else runs: whatever does not belong to anything is left behind.
    const { withoutFile, ...found } = await checkFiles(0);
    await stopPlatform();
    process.stdout.write(`${JSON.stringify({ ...found, withoutFile: withoutFile.length })}\n`);
    return;
  }
  await startPlatform();
  const app = createApp({
    build: () => import('virtual:react-router/server-build'),
    mode: 'production',
    clientFolder: join(projectRoot(), 'build/client'),
  });
  await listen(app, { onStop: stopPlatform });
}

try {
  config();
  await main();
} catch (error) {
  const isForPerson =
    error instanceof Error &&
    (error instanceof ConfigError || 'reason' in error || 'code' in error);
  process.stderr.write(
    `${isForPerson ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  await stopPlatform().catch(() => undefined);
  process.exit(1);
}
