import { defineConfig } from 'vitest/config';
import { readerPrograms } from './scripts/reader-programs.mjs';

/** What stands below the database and cannot import it needs none (see the import rules). */
const withoutDatabase = [
  'app/*.test.ts',
  'app/{lib,i18n,ui}/**/*.test.{ts,tsx}',
  'app/platform/*postgres*.test.ts',
  'test/{asked-machines,container,environment-example,message-keys,permissions,specification}.test.ts',
];

export default defineConfig({
  plugins: [readerPrograms()],
  resolve: { tsconfigPaths: true },
  test: {
    // Several files at a time, each with a database of its own; the tests of one go in turn.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: withoutDatabase },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['{app,server,test}/**/*.test.{ts,tsx}'],
          exclude: withoutDatabase,
          globalSetup: ['test/database.ts'],
          setupFiles: ['test/setup.ts'],
        },
      },
    ],
  },
});
