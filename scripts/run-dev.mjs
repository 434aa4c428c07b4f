/** `npm run dev`: the site with changes shown at once. */
import { ensureInstalled } from './ensure-installed.mjs';
import { continueOnNode24, requireUsableNode } from './node-24.mjs';
import { orSayWhy } from './say-and-stop.mjs';

await orSayWhy(async () => {
  requireUsableNode();
  await ensureInstalled();
  await continueOnNode24(new URL('./serve-development.mjs', import.meta.url));
});
