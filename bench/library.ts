/** `node bench/library.ts [upload] [tree] [listeners]`: the figures of files and folders. */
import { listening } from './library-listeners.ts';
import { treeDeletion } from './library-tree.ts';
import { upload } from './library-upload.ts';

const parts = { tree: treeDeletion, listeners: listening, upload };
const asked = process.argv.slice(2);

console.log('| work | measured | bar | |\n|---|---|---|---|');
for (const [name, measurePart] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  for (const { work, measured, bar, reached } of await measurePart()) {
    console.log(`| ${work} | ${measured} | ${bar} | ${reached ? 'reached' : 'NOT reached'} |`);
  }
}
