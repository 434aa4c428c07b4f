/** The part of `npm start` that runs on Node 24: build if anything changed, then serve. */
import { ensureBuilt, serverFile } from './ensure-built.mjs';
import { orSayWhy } from './say-and-stop.mjs';

await orSayWhy(async () => {
  await ensureBuilt();
  await import(serverFile.href);
});
