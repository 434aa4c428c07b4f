/** `npm run db:migrate`: brings the database to the newest schema without serving the site. */
import { ensureBuilt, serverFile } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { continueOnNode24, requireUsableNode } from './node-24.mjs';
import { orSayWhy } from './say-and-stop.mjs';

await orSayWhy(async () => {
  requireUsableNode();
  await ensureInstalled();
  await ensureBuilt();
  process.argv[2] = 'migrate';
  await continueOnNode24(serverFile);
});
