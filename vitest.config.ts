import { defineConfig } from 'vitest/config';
import { pageTexts } from './scripts/page-texts.mjs';
import { readerPrograms } from './scripts/reader-programs.mjs';

/** What a test that needs a database is called; each such file gets one of its own. */
const withDatabase = '**/*.db.test.{ts,tsx}';
/**
 * Their test files share what they import: to load it anew for each took as long as the tests. Elsewhere
 * the process itself is tested, with what it keeps from one request to the next.
 */
const sharing = 'app/features/**';

/** Where tests without a database load much and change nothing that a module keeps. */
const plain = 'app/{answers,features,layout,lib,pages,policy,rich-text,site,ui}/**/*.test.{ts,tsx}';

const database = {
  globalSetup: ['tests/support/database/database.ts'],
  setupFiles: ['tests/support/database/setup.ts'],
};

export default defineConfig({
  plugins: [pageTexts([]), readerPrograms()],
  resolve: { tsconfigPaths: true },
  test: {
    // Several files at a time, each with a database of its own; the tests of one go in turn.
    maxWorkers: 2,
    // A file store that is given is one for all of them.
    fileParallelism: !process.env.TEST_FILE_STORE_URL,
    // Only so that what hangs ends some time: how long anything takes depends on the machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    // Each run in another order, so that no test comes to depend on another. The seed is printed;
    // `npm run test:unit -- --sequence.seed=<seed>` repeats the order.
    sequence: { shuffle: { tests: true } },
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['{app,server,tests}/**/*.test.{ts,tsx}'],
          exclude: [withDatabase, plain],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone, shared modules',
          include: [plain],
          exclude: [withDatabase],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'database',
          include: ['{app,server,tests}/**/*.db.test.{ts,tsx}'],
          exclude: [sharing],
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'database, shared modules',
          include: [`${sharing}/*.db.test.{ts,tsx}`],
          isolate: false,
        },
      },
    ],
  },
});
