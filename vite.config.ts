import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type EnvironmentOptions } from 'vite';
import routes from './app/routes.ts';
import { pageTexts } from './scripts/page-texts.mjs';
import { pdfReaderFiles } from './scripts/pdf-reader-files.mjs';
import { readerPrograms } from './scripts/reader-programs.mjs';

/** Bundled into the server build, so that React is the production one whatever NODE_ENV says. */
const bundledOnServer = [
  /^react($|\/)/,
  /^react-dom/,
  /^react-router/,
  /^@react-router\//,
  /^@react-email\//,
  /^@tabler\//,
  /^@tiptap\//,
  // Made of hundreds of files, or with a package.json of 180 kB that Node reads for each of them:
  // loaded one by one they cost a second at the start and 200 MB.
  /^drizzle-orm/,
  /^(@better-auth\/|better-auth|better-call)/,
  /^@?hono/,
  /^zod/,
  /^temporal-polyfill/,
];

const serverBuild: EnvironmentOptions = {
  resolve: { noExternal: bundledOnServer },
  build: { rolldownOptions: { input: './server/main.ts' } },
  define: { 'process.env.NODE_ENV': '"production"' },
};

/** The framework changes less often than the site, so that browsers may keep it longer. */
const browserBuild: EnvironmentOptions = {
  build: {
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /\/node_modules\/(react|react-dom|react-router|scheduler|i18next)\//,
              priority: 1,
            },
            // Many small files compress worse than one, and each is a request.
            { name: 'common', test: /\/app\/.*\.tsx?$/, minShareCount: 24 },
          ],
        },
      },
    },
  },
};

/**
 * The version of what is being built. Where there is no repository, as in the build of a container,
 * APP_COMMIT names the commit, and the day it was made is not known.
 */
function builtVersion(): Record<string, string> {
  const git = (...words: string[]) => {
    const { status, stdout } = spawnSync('git', words, { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : '';
  };
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const commit = git('rev-parse', '--short=10', 'HEAD') || process.env.APP_COMMIT?.slice(0, 10);
  const date = git('log', '-1', '--format=%cI');
  return {
    'import.meta.env.VITE_APP_VERSION': JSON.stringify([version, commit].filter(Boolean).join('+')),
    ...(date ? { 'import.meta.env.VITE_APP_VERSION_DATE': JSON.stringify(date) } : {}),
  };
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), pageTexts(routes), pdfReaderFiles(), readerPrograms()],
  resolve: {
    tsconfigPaths: true,
    alias: [
      {
        find: /^zod$/,
        replacement: fileURLToPath(new URL('./scripts/zod-without-eval.mjs', import.meta.url)),
      },
    ],
  },
  build: {
    target: 'es2023',
    cssTarget: ['chrome125', 'firefox125', 'safari18'],
    assetsInlineLimit: 0,
  },
  ...(command === 'build'
    ? { environments: { ssr: serverBuild, client: browserBuild }, define: builtVersion() }
    : {}),
}));
