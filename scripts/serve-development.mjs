/** The part of `npm run dev` that runs on Node 24. */
import { createServer } from 'vite';

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const { startDevelopment } = await vite.ssrLoadModule('/server/dev.ts');
await startDevelopment(vite);
