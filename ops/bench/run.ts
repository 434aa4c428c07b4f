/**
 * `npm run bench`: the figures of the site, each with the bar it has to reach; with names, only
 * those parts: `npm run bench -- pages memory`. Never a test: machines differ.
 */
import { type Part, printTable, type Row } from './bench.ts';

/** One line per part; each is in a file of its own and loaded when it is its turn. */
const parts: Record<string, () => Promise<Part>> = {
  pages: async () => (await import('./pages.ts')).pages,
  memory: async () => (await import('./memory.ts')).memory,
  weight: async () => (await import('./public-pages/weight.ts')).weight,
  start: async () => (await import('./start.ts')).start,
  export: async () => (await import('./export.ts')).exportPart,
  scaling: async () => (await import('./scaling.ts')).scaling,
  lighthouse: async () => (await import('./public-pages/lighthouse.ts')).lighthousePart,
  topic: async () => (await import('./forum.ts')).topic,
  folder: async () => (await import('./library/library-folder.ts')).folder,
  tree: async () => (await import('./library/library-tree.ts')).treeDeletion,
  upload: async () => (await import('./library/library-upload.ts')).upload,
  hostile: async () => (await import('./library/library-hostile.ts')).hostile,
  'hostile-load': async () => (await import('./hostile-load/hostile-load.ts')).hostileLoad,
  listeners: async () => (await import('./library/library-listeners.ts')).listening,
  decisions: async () => (await import('./decisions.ts')).decisions,
  search: async () => (await import('./search.ts')).search,
  'search-quality': async () => (await import('./search-quality.ts')).searchQuality,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(2);
}

const all: Row[] = [];
for (const [name, load] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const measurePart = await load();
  const rows = await measurePart();
  printTable(name, rows);
  all.push(...rows);
}
const missed = all.filter(({ reached }) => !reached);
console.log(`\n${all.length - missed.length} of ${all.length} figures reach their bar.`);
// Lighthouse leaves timers behind that would keep this process for days.
process.exit();
