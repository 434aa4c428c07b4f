/** `npm run admin -- <command>`: what is done at the machine itself; see docs/OPERATIONS.md. */
import { ensureBuilt, serverFile } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { continueOnNode24, requireUsableNode } from './node-24.mjs';
import { orSayWhy } from './say-and-stop.mjs';

await orSayWhy(async () => {
  requireUsableNode();
  await ensureInstalled();
  await ensureBuilt();
  process.argv.splice(2, 0, 'admin');
  await continueOnNode24(serverFile);
});
