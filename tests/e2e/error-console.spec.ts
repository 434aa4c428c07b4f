import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { z } from 'zod';
import { expect, test, visit } from './steps/fixtures';

const chunk = z.tuple([z.object({ output: z.array(z.object({ code: z.string() })).min(1) })]);

/** What reports errors, bundled alone for an environment, as `reporter.trackError`. */
async function reporterFor(environment: 'development' | 'production'): Promise<string> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = environment;
  try {
    const root = process.cwd();
    const built: unknown = await build({
      root,
      configFile: false,
      mode: environment,
      logLevel: 'silent',
      resolve: { alias: { '~': join(root, 'app') } },
      build: {
        write: false,
        lib: {
          entry: join(root, 'app/features/telemetry/error-tracking/track-errors.ts'),
          formats: ['iife'],
          name: 'reporter',
        },
      },
    });
    const [{ output }] = chunk.parse(built);
    return output.map(({ code }) => code).join('\n');
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** Lets it report an error of this page. @returns what the console said of it, and the report */
async function reportIn(page: Page, environment: 'development' | 'production') {
  const code = await reporterFor(environment);
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  const sent = page.waitForRequest(/\/tracked-errors$/);
  const purposes = '00000000';
  const given = Math.floor(Date.now() / 1000);
  const consent = `consent=${'0'.repeat(32)}.${purposes}.${given}.errorTracking`;
  await page.evaluate(
    `(() => { document.cookie = '${consent}'; ${code}; return reporter.trackError(new Error('seen by nobody'), '${purposes}'); })()`,
  );
  const report: unknown = (await sent).postDataJSON();
  return { said: said.filter((text) => text.includes('seen by nobody')), report };
}

test('a build for development says an error in the console as well, one for production does not', async ({
  page,
  strayThings,
}) => {
  strayThings.expect(/seen by nobody|Failed to load resource/);
  await visit(page, '/about');
  const development = await reportIn(page, 'development');
  expect(development.said).toHaveLength(1);
  // Nothing has replaced the placeholders here.
  expect(development.report).toMatchObject({ version: null, versionDate: null });
  await visit(page, '/about');
  const production = await reportIn(page, 'production');
  expect(production).toMatchObject({ said: [], report: { url: '/about' } });
});
