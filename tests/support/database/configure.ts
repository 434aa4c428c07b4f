import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { config, parseConfig, setConfig } from '~/config/config.server';

/** The data directory of the present test file. */
let dataDirectory: string | undefined;

const environment = () => ({
  NODE_ENV: 'test',
  DEMO: '0',
  LOG_LEVEL: 'silent',
  APP_SECRET: 'a secret of the tests that is long enough',
  ORIGIN: 'https://association.example',
  DATA_DIR: (dataDirectory ??= mkdtempSync(join(tmpdir(), 'test-data-'))),
  // Most tests of deletion are about what goes with it, at once.
  INTRANET_TRASH_DAYS: '0',
  // Most tests of languages are about news in several.
  NEWS_LANGUAGES: 'en, fr, de, fi, it, mt, nl',
  INTRANET_LANGUAGES: 'bg, da, de, el, en, es, fi, fr, it, lv, mt, nl, pl, pt, sv',
});

/**
 * Sets the configuration of the tests, in which a password is hashed in no time; before each test
 * it is the plain one again.
 * @param changes environment variables that differ
 */
export function configure(changes: Record<string, string> = {}): void {
  const cheap = { N: 2, r: 1, p: 1 };
  setConfig({ ...parseConfig({ ...environment(), ...changes }), passwordCost: cheap });
}

/** For tests of what hashing costs: as outside of tests. */
export function configureRealPasswordCost(): void {
  const { passwordCost } = parseConfig(environment());
  setConfig({ ...config(), passwordCost });
}

export function removeDataDirectory(): void {
  if (dataDirectory) rmSync(dataDirectory, { recursive: true, force: true });
  dataDirectory = undefined;
}
