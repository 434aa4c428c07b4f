/**
 * `npm start`: from a fresh clone, or after any change, to a running site. Installs and builds
 * what is missing, and only that; needs nothing but Node 20 and npm.
 */
import { ensureInstalled } from './ensure-installed.mjs';
import { continueOnNode24, requireUsableNode } from './node-24.mjs';
import { orSayWhy } from './say-and-stop.mjs';

await orSayWhy(async () => {
  requireUsableNode();
  await ensureInstalled();
  await continueOnNode24(new URL('./serve.mjs', import.meta.url));
});
