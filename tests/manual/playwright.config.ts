import { createHash, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const scratch = process.env.MANUAL_SCRATCH ?? '';

/** What Chromium knows a key by: the authority's, which it has no other way to trust. */
function keyOfAuthority(): string {
  const certificate = readFileSync(join(scratch, 'authority.crt'));
  const key = createPublicKey(certificate).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: join(scratch, 'test-results'),
  // The steps of one journey, in their order: after one that fails, the others have no ground.
  workers: 1,
  forbidOnly: true,
  retries: 0,
  // Only so that what hangs ends some time.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: process.env.BASE_URL,
    browserName: 'chromium',
    headless: true,
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
    launchOptions: {
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-proxy-server',
        `--ignore-certificate-errors-spki-list=${keyOfAuthority()}`,
      ],
      executablePath: process.env.CHROMIUM_PATH,
    },
  },
});
