/** `npm run bench`: builds if anything changed, then measures; see ops/bench/run.ts. */
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { continueOnNode24, requireUsableNode } from './node-24.mjs';
import { orSayWhy } from './say-and-stop.mjs';

await orSayWhy(async () => {
  requireUsableNode();
  await ensureInstalled();
  await ensureBuilt();
  await continueOnNode24(new URL('../ops/bench/run.ts', import.meta.url));
});
