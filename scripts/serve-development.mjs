/** The part of `npm run dev` that runs on Node 24. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from './project-root.mjs';

// Before Vite is loaded: compiling it and the packages is a good part of a start.
enableCompileCache(join(projectRoot, 'node_modules/.cache/node'));
const { createServer } = await import('vite');

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const { startDevelopment } = await vite.ssrLoadModule('/server/dev.ts');
await startDevelopment(vite);
