/**
 * `npm run faults`: what the site does while something it stands on is out of order, each line with
 * its verdict; with names, only those parts: `npm run faults -- network nodes`. `kills` takes the
 * number of rounds: `npm run faults -- kills=20`. Needs Debian's PostgreSQL, for `nodes` nginx, for
 * `machine` root.
 */
import { printTable, type Row } from './bench.ts';

type FaultPart = (amount: number | undefined) => Promise<Row[]>;

/** One line per part; each is in a file of its own and loaded when it is its turn. */
const parts: Record<string, () => Promise<FaultPart>> = {
  network: async () => (await import('./fault-network.ts')).networkFaults,
  machine: async () => (await import('./fault-machine.ts')).machineFaults,
  nodes: async () => (await import('./fault-nodes.ts')).twoNodes,
  kills: async () => (await import('./fault-kills.ts')).killRounds,
  drain: async () => (await import('./fault-drain.ts')).drainUnderLoad,
};

const asked = new Map(
  process.argv.slice(2).map((argument) => {
    const [name = '', amount] = argument.split('=');
    return [name, amount === undefined ? undefined : Number(amount)];
  }),
);
const unknown = [...asked.keys()].filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(2);
}

const all: Row[] = [];
for (const [name, load] of Object.entries(parts)) {
  if (asked.size > 0 && !asked.has(name)) continue;
  const run = await load();
  const rows = await run(asked.get(name));
  printTable(name, rows);
  all.push(...rows);
}
const missed = all.filter(({ reached }) => !reached);
console.log(`\n${all.length - missed.length} of ${all.length} figures reach their bar.`);
process.exit(missed.length > 0 ? 1 : 0);
