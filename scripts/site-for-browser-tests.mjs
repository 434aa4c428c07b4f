import { runRestoredSite } from './restored-site.mjs';
import { runBuiltSite } from './run-built-site.mjs';

/**
 * Playwright's global set-up: one site for the whole run. Tests find it through `baseURL`, and the
 * password of the demonstration accounts in DEMO_PASSWORD. With TEST_RESTORED=1 it is one that was
 * restored from a backup on another database server.
 * @returns {Promise<() => Promise<void>>} the tear-down, which fails when the site does not stop
 */
export default async function startSite() {
  const site = await (process.env.TEST_RESTORED ? runRestoredSite() : runBuiltSite());
  process.env.BASE_URL = site.url;
  process.env.DEMO_PASSWORD = site.password;
  return site.stop;
}
