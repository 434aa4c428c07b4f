/** `npm run faults`: builds if anything changed, then breaks what it can; see ops/faults/faults.ts. */
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { continueOnNode24, requireUsableNode } from './node-24.mjs';
import { orSayWhy } from './say-and-stop.mjs';

await orSayWhy(async () => {
  requireUsableNode();
  await ensureInstalled();
  await ensureBuilt();
  await continueOnNode24(new URL('../ops/faults/faults.ts', import.meta.url));
});
