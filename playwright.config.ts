import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/find-chromium.mjs';

const chromium = findChromium();

/** Chromium talks to the site under test and to nobody else, not even about itself. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-proxy-server',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './scripts/site-for-browser-tests.mjs',
  fullyParallel: false,
  forbidOnly: true,
  workers: 2,
  // Only so that what hangs ends some time: how long anything takes depends on the machine.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.BASE_URL,
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
    // A recording doubles the work of the browser: `npm run test:e2e -- forum --trace retain-on-failure`.
    trace: 'off',
    launchOptions: { args: quiet, ...(chromium ? { executablePath: chromium } : {}) },
  },
});
