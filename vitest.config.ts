import { defineConfig } from 'vitest/config';
import { readerPrograms } from './scripts/reader-programs.mjs';

/**
 * What asks no database. Whatever does all the same, fails: none is opened for it. The second run
 * of `.ci/run`, on another PostgreSQL, leaves these out.
 */
const withoutDatabase = [
  'app/{answers,config,layout,lib,i18n,policy,rich-text,site,ui}/**/*.test.{ts,tsx}',
  'app/features/operations/guide/*.test.ts',
  'app/features/**/{application-states,common-password,review-states}.test.ts',
  'app/features/**/{detail-field,edit-user-form}.test.tsx',
  'app/platform/embedded-postgres/**/*.test.ts',
  'server/{content-coding,form-bodies,well-known}.test.ts',
  'server/security/{client-address,no-files-as-data,nonce,tidy-path}.test.ts',
  'server/page-cache/page-address.test.ts',
  'test/{asked-machines,commit-subjects,container,environment-example,file-addresses,file-answers}.test.ts',
  'test/{kept-pages,mails,message-keys,permissions,reading-texts,repository-checks}.test.ts',
  'test/{specification,test-counts,unkeepable-text}.test.ts',
];

export default defineConfig({
  plugins: [readerPrograms()],
  resolve: { tsconfigPaths: true },
  test: {
    // Several files at a time, each with a database of its own; the tests of one go in turn.
    maxWorkers: 2,
    // A file store that is given is one for all of them.
    fileParallelism: !process.env.TEST_FILE_STORE_URL,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    // Each run in another order, so that no test comes to depend on another. The seed is printed;
    // `npm run test:unit -- --sequence.seed=<seed>` repeats the order.
    sequence: { shuffle: { tests: true } },
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
