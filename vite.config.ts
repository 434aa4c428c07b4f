import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type EnvironmentOptions } from 'vite';
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

/** What every page needs, and all that makes up a page to read, in the browser. */
const siteModules = [
  /\/app\/(actor|client-errors|consent|navigation|site|site-meta)\.tsx?$/,
  /\/app\/i18n\/(browser-texts|reading-page|stored-language|translate|translation-context|with-texts)\.tsx?$/,
  /\/app\/lib\/(asks-not-to-be-tracked|build-version|consent-choice|file-addresses|format-date|own-path|page-meta|public-path|shorten|theme)\.ts$/,
  /\/app\/ui\/(contents|disclosure-menu|made-element|page-links|rich-text|site-link|smart-link|toasts)\.tsx$/,
  /\/app\/features\/pages\/(about-view|home-view|legal-text|site-text)\.tsx$/,
  /\/app\/features\/news\/(headline-list|news-item-view)\.tsx$/,
  /\/app\/features\/articles\/(article-view|cited-decisions|corrections)\.tsx$/,
  /\/app\/features\/events\/(event-facts|event-list|event-programme|event-view|own-time)\.tsx$/,
  /\/app\/features\/publishing\/(around-text|cover-figure)\.tsx$/,
  /\/app\/features\/registrations\/registration-box\.tsx$/,
  /\/app\/features\/subscriptions\/(newsletter-box|subscribe-form)\.tsx$/,
  // One style sheet for all of them: each further one keeps the first words waiting.
  /\/app\/(layout\/[^/]+|ui\/(fonts|theme|toasts\.module|page-links\.module|fields\.module|button\.module|reading\.module|rich-text\.module))\.css$/,
  /\/app\/features\/(articles|events|news|pages|search)\/[^/]+\.module\.css$/,
  /\/app\/features\/(publishing\/(around-text|cover-figure)|registrations\/registrations|subscriptions\/newsletter-box)\.module\.css$/,
];

/**
 * What every page needs comes in two files instead of twenty: each of them costs a line in the
 * head of the page and a request.
 */
const browserBuild: EnvironmentOptions = {
  build: {
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /\/node_modules\/(react|react-dom|react-router|scheduler|i18next)\//,
              priority: 2,
            },
            {
              name: 'site',
              test: (id: string) =>
                siteModules.some((pattern) => pattern.test(id.split('?', 1)[0] ?? '')),
              priority: 1,
            },
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

/**
 * Every page has the style sheet of the site, which the router writes with a `#` at its end. Scripts
 * that are loaded later look for it by that address, and do not fetch it again.
 */
const addressOf = (file: string) =>
  /^assets\/site-[\w-]+\.css$/.test(file) ? `/${file}#` : undefined;

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), pdfReaderFiles(), readerPrograms()],
  resolve: { tsconfigPaths: true },
  build: {
    target: 'es2023',
    cssTarget: ['chrome125', 'firefox125', 'safari18'],
    assetsInlineLimit: 0,
  },
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'js' ? addressOf(file) : undefined),
  },
  ...(command === 'build'
    ? { environments: { ssr: serverBuild, client: browserBuild }, define: builtVersion() }
    : {}),
}));
