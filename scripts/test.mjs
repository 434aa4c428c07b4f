/**
 * `npm test`: everything, from a fresh clone. With arguments a part of it:
 *   check   types, lint, format, import rules, dead code, names, texts, lock file,
 *           secrets, first lines of commits
 *   unit    unit and integration tests; further arguments go to vitest
 *   e2e     browser tests against the built site; further arguments go to Playwright
 *   recipes follows docs/recipes.md in a copy of the project; not part of `npm test` (`.ci/run`)
 *   manual follows docs/OPERATIONS.md on a machine inside this one, as root on Debian; not part of
 *          `npm test`
 */
import { ensureInstalled } from './ensure-installed.mjs';
import { continueOnNode24, requireUsableNode } from './node-24.mjs';
import { orSayWhy } from './say-and-stop.mjs';

await orSayWhy(async () => {
  requireUsableNode();
  await ensureInstalled();
  await continueOnNode24(new URL('./test-steps.mjs', import.meta.url));
});
