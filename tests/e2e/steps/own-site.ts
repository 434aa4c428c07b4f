import { runBuiltSite } from '../../../scripts/run-built-site.mjs';
import { test as base } from './fixtures';

export type Site = Awaited<ReturnType<typeof runBuiltSite>>;

/**
 * The tests of a file that needs a site of its own, started once for each worker as `site`.
 * @param open starts it; its `stop` ends whatever was started for it
 */
export function withSite<Opened extends Site>(open: () => Promise<Opened>) {
  return base.extend<object, { site: Opened }>({
    site: [
      // oxlint-disable-next-line no-empty-pattern -- the test runner reads the pattern
      async ({}, use) => {
        const site = await open();
        await use(site);
        await site.stop();
      },
      { scope: 'worker', timeout: 240_000 },
    ],
    // It would be taken for another origin.
    strayThings: async ({ strayThings, site }, use) => {
      strayThings.expect(new RegExp(`^request to another origin: ${site.url}/`));
      await use(strayThings);
    },
  });
}

/** The same, with these settings beside those of the tests. */
export const withSettings = (environment: Record<string, string>) =>
  withSite(() => runBuiltSite(environment));
