import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type EnvironmentOptions } from 'vite';

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

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  resolve: { tsconfigPaths: true },
  build: {
    target: 'es2023',
    cssTarget: ['chrome125', 'firefox125', 'safari18'],
    assetsInlineLimit: 0,
  },
  ...(command === 'build' ? { environments: { ssr: serverBuild } } : {}),
}));
