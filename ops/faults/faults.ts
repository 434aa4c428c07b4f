/**
 * `npm run faults`: what the site does while something it stands on is out of order, each line with
 * its verdict; with names, only those parts: `npm run faults -- network nodes`. `kills` takes the
 * number of rounds: `npm run faults -- kills=20`, and `scanners` the minutes for each scanner; that and
 * `backups`, which needs 10 GB of disk, run only when they are named. Needs Debian's PostgreSQL, for `nodes` nginx, for `databases` pgbouncer, for `machine` root and
 * the package faketime, for `scanners` nikto, wapiti and sqlmap; a part that lacks something says so.
 */
import { printTable, type Row } from '../bench/bench.ts';
import { MissingProgram } from './missing-program.ts';

type FaultPart = (amount: number | undefined) => Promise<Row[]>;

/** One line per part; each is in a file of its own and loaded when it is its turn. */
const parts: Record<string, () => Promise<FaultPart>> = {
  network: async () => (await import('./fault-network.ts')).networkFaults,
  machine: async () => (await import('./fault-machine.ts')).machineFaults,
  nodes: async () => (await import('./fault-nodes.ts')).twoNodes,
  kills: async () => (await import('./fault-kills.ts')).killRounds,
  databases: async () => (await import('./databases/fault-databases.ts')).databaseFaults,
  drain: async () => (await import('./fault-drain.ts')).drainUnderLoad,
  backups: async () => (await import('./fault-backups.ts')).nightlyBackups,
  scanners: async () => (await import('./scanners/fault-scanners.ts')).scannerRuns,
};
const onlyWhenNamed = new Set(['backups', 'scanners']);

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
  if (asked.size > 0 ? !asked.has(name) : onlyWhenNamed.has(name)) continue;
  const rows = await runPart(name, load);
  printTable(name, rows);
  all.push(...rows);
}
const missed = all.filter(({ reached }) => !reached);
console.log(`\n${all.length - missed.length} of ${all.length} figures reach their bar.`);
process.exit(missed.length > 0 ? 1 : 0);

/** A part that lacks a program is told as a line that does not reach its bar; the others go on. */
async function runPart(name: string, load: () => Promise<FaultPart>): Promise<Row[]> {
  try {
    return await (
      await load()
    )(asked.get(name));
  } catch (error) {
    if (!(error instanceof MissingProgram)) throw error;
    const measured = `not run; it needs ${error.message}`;
    return [{ work: name, measured, bar: 'run', reached: false }];
  }
}
