import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { pdfReaderFiles } from './scripts/pdf-reader-files.mjs';

/** Bundled into the server build, so that React is the production one whatever NODE_ENV says. */
const bundledOnServer = [
  /^react($|\/)/,
  /^react-dom/,
  /^react-router/,
  /^@react-router\//,
  /^@mantine\//,
  /^@react-email\//,
  /^@tabler\//,
  /^@tiptap\//,
];

const serverBuild: EnvironmentOptions = {
  resolve: { noExternal: bundledOnServer },
  build: { rolldownOptions: { input: './server/main.ts' } },
  define: { 'process.env.NODE_ENV': '"production"' },
};

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), pdfReaderFiles()],
  resolve: { tsconfigPaths: true },
  build: {
    target: 'es2023',
    cssTarget: ['chrome125', 'firefox125', 'safari18'],
    assetsInlineLimit: 0,
  },
  ...(command === 'build' ? { environments: { ssr: serverBuild } } : {}),
}));
